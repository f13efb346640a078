/** A parsed template. */
export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'print'; readonly pipeline: string }
  | { readonly kind: 'define'; readonly name: string; readonly body: readonly TemplateNode[] }
  | {
      readonly kind: 'if';
      readonly condition: string;
      readonly body: readonly TemplateNode[];
      readonly otherwise: readonly TemplateNode[];
    };

type Piece = { readonly kind: 'text' | 'action'; readonly text: string };

/** Parses a template; throws for a block that is not closed. */
export function parseTemplate(text: string): readonly TemplateNode[] {
  const pieces = splitTemplate(text);
  const { nodes, end } = block(pieces);
  if (end !== '') throw new Error(`{{ ${end} }} closes nothing`);
  return nodes;
}

/** `{{-` removes the space before it, `-}}` the space after it. */
function splitTemplate(text: string): Piece[] {
  const pieces: Piece[] = [];
  let rest = text;
  for (;;) {
    const match = /(\s+(?=\{\{- ))?\{\{(?:- )?\s*(.*?)\s*( -)?\}\}/s.exec(rest);
    if (match === null) return [...pieces, { kind: 'text', text: rest }];
    const [whole, , action = '', trims] = match;
    pieces.push({ kind: 'text', text: rest.slice(0, match.index) }, { kind: 'action', text: action });
    rest = rest.slice(match.index + whole.length);
    if (trims !== undefined) rest = rest.trimStart();
  }
}

/** Takes pieces up to the action that ends the block, and returns that action as `end`; '' at the end of the template. */
function block(pieces: Piece[]): { readonly nodes: readonly TemplateNode[]; readonly end: string } {
  const nodes: TemplateNode[] = [];
  for (;;) {
    const piece = pieces.shift();
    if (piece === undefined) return { nodes, end: '' };
    if (piece.kind === 'text') {
      if (piece.text !== '') nodes.push({ kind: 'text', text: piece.text });
      continue;
    }
    const [word = '', ...others] = piece.text.split(/\s+/);
    const rest = others.join(' ');
    if (word === 'end' || word === 'else') return { nodes, end: word };
    if (word === 'if') nodes.push(conditional(pieces, rest));
    else if (word === 'define') nodes.push({ kind: 'define', name: JSON.parse(rest), body: closed(pieces, 'define') });
    else nodes.push({ kind: 'print', pipeline: piece.text });
  }
}

function conditional(pieces: Piece[], condition: string): TemplateNode {
  const { nodes, end } = block(pieces);
  if (end === '') throw new Error(`{{ if ${condition} }} has no end`);
  return { kind: 'if', condition, body: nodes, otherwise: end === 'else' ? closed(pieces, 'else') : [] };
}

function closed(pieces: Piece[], what: string): readonly TemplateNode[] {
  const { nodes, end } = block(pieces);
  if (end !== 'end') throw new Error(`{{ ${what} }} has no end`);
  return nodes;
}

/** An expression inside `{{ … }}`. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'field'; readonly path: readonly string[] }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] };

const TOKEN = /\s*("(?:\\.|[^"\\])*"|[()|]|[^\s()|"]+)/y;

/** Reads `a b (c d) | e f`: what stands before a pipe is the last argument of what stands after it. */
export function parsePipeline(source: string): Expression {
  const tokens = tokenize(source);
  const expression = pipeline(tokens, source);
  if (tokens.length > 0) throw new Error(`there is a ${tokens[0]} too much in {{ ${source} }}`);
  return expression;
}

function tokenize(source: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(source); match !== null; match = TOKEN.exec(source)) tokens.push(match[1] ?? '');
  return tokens;
}

/** Takes what it reads from the front of the tokens. */
function pipeline(tokens: string[], source: string): Expression {
  let value: Expression | undefined;
  for (;;) {
    value = command(tokens, source, value);
    if (tokens[0] !== '|') return value;
    tokens.shift();
  }
}

function command(tokens: string[], source: string, piped: Expression | undefined): Expression {
  const operands: Expression[] = [];
  let name: string | undefined;
  while (tokens.length > 0 && tokens[0] !== '|' && tokens[0] !== ')') {
    const token = tokens.shift() ?? '';
    if (token === '(') {
      operands.push(pipeline(tokens, source));
      if (tokens.shift() !== ')') throw new Error(`a ) is missing in {{ ${source} }}`);
    } else if (name === undefined && operands.length === 0 && isName(token)) name = token;
    else operands.push(operand(token, source));
  }
  const [only, ...more] = operands;
  if (name !== undefined) return { kind: 'call', name, args: piped === undefined ? operands : [...operands, piped] };
  if (only === undefined || more.length > 0 || piped !== undefined) throw new Error(`{{ ${source} }} cannot be read`);
  return only;
}

const isName = (token: string): boolean => /^[a-zA-Z][\w]*$/.test(token) || token === '.Files.Get';

function operand(token: string, source: string): Expression {
  if (token.startsWith('"') || /^-?\d/.test(token)) return { kind: 'literal', value: JSON.parse(token) };
  if (/^\.[\w.]*$/.test(token)) return { kind: 'field', path: token.split('.').filter((name) => name !== '') };
  throw new Error(`${token} in {{ ${source} }} is neither a field nor a value`);
}

/** A part of a word: as it is written, or what a variable holds. */
export type WordPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string; readonly quoted: boolean };

/** When a command is run: after the one before it, or only if that one did well, or badly. */
export type Joint = ';' | '&&' | '||';

/** One command of a line. */
export interface LineCommand {
  readonly joint: Joint;
  readonly words: readonly (readonly WordPart[])[];
}

/** A parsed line; or the construct that the simulated shell does not support, in which case nothing of it may be run. */
export type CommandLine =
  | { readonly kind: 'commands'; readonly commands: readonly LineCommand[] }
  | { readonly kind: 'unsimulated'; readonly what: string };

/** Reads a line as a shell does, as far as the simulated one goes: quotes, variables, `;`, `&&` and `||`. */
export function parseLine(line: string): CommandLine {
  return new LineReader(line).read();
}

const RESERVED = new Set(
  'if then elif else fi for in while until do done case esac select function { } ! [[ time'.split(' '),
);
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;
const VARIABLE = /^\$(?:(\w+|\?)|\{([A-Za-z_]\w*|\?)\})/;
const COMMENT = /^#[^\n]*/;
const ENDS: readonly (readonly [text: string, joint: Joint])[] = [
  ['&&', '&&'],
  ['||', '||'],
  [';', ';'],
  ['\n', ';'],
];

class LineReader {
  readonly #line: string;
  readonly #commands: LineCommand[] = [];
  #at = 0;
  #joint: Joint = ';';
  #words: (readonly WordPart[])[] = [];
  #parts: WordPart[] | undefined;
  #unsimulated: string | undefined;

  constructor(line: string) {
    this.#line = line;
  }

  read(): CommandLine {
    while (this.#at < this.#line.length && this.#unsimulated === undefined) this.#step(this.#line.slice(this.#at));
    this.#endCommand(';');
    // What `&&` and `||` wait for must come.
    if (this.#joint !== ';' && this.#words.length === 0) this.#unsimulated ??= this.#joint;
    if (this.#unsimulated !== undefined) return { kind: 'unsimulated', what: this.#unsimulated };
    return { kind: 'commands', commands: this.#commands };
  }

  #step(rest: string): void {
    const end = ENDS.find(([text]) => rest.startsWith(text));
    if (end !== undefined) {
      this.#at += end[0].length;
      this.#endCommand(end[1]);
      return;
    }
    const [character = ''] = rest;
    if (/\s/.test(character)) {
      this.#at += 1;
      this.#endWord();
    } else if (character === '#' && this.#parts === undefined) this.#at += COMMENT.exec(rest)?.[0].length ?? 1;
    else if ('|&<>()`'.includes(character)) this.#unsimulated = character;
    else if (character === "'") this.#single(rest);
    else if (character === '"') this.#double();
    else if (character === '$') this.#variable(rest, false);
    else if (character === '\\') this.#text(rest[1] ?? '', 2);
    else this.#text(character, 1);
  }

  #text(text: string, length: number): void {
    this.#at += length;
    this.#part({ kind: 'text', text });
  }

  #single(rest: string): void {
    const end = rest.indexOf("'", 1);
    if (end < 0) this.#unsimulated = "'";
    else this.#text(rest.slice(1, end), end + 1);
  }

  #double(): void {
    this.#text('', 1);
    while (this.#unsimulated === undefined) {
      const rest = this.#line.slice(this.#at);
      const [character] = rest;
      if (character === '"') {
        this.#at += 1;
        return;
      }
      if (character === undefined || character === '`') this.#unsimulated = character ?? '"';
      else if (character === '$') this.#variable(rest, true);
      else if (character === '\\' && '$`"\\'.includes(rest[1] ?? '')) this.#text(rest[1] ?? '', 2);
      else this.#text(character, 1);
    }
  }

  #variable(rest: string, quoted: boolean): void {
    const found = VARIABLE.exec(rest);
    const name = found?.[1] ?? found?.[2];
    if (found === null || name === undefined) {
      // A dollar that begins nothing is one.
      if (/^\$(?![({@*#!$'"-])/.test(rest) || (quoted && rest[1] === '"')) this.#text('$', 1);
      else this.#unsimulated = rest.slice(0, 2);
      return;
    }
    if (/^\d/.test(name)) {
      this.#unsimulated = `$${name}`;
      return;
    }
    this.#at += found[0].length;
    this.#part({ kind: 'variable', name, quoted });
  }

  #part(part: WordPart): void {
    this.#parts ??= [];
    this.#parts.push(part);
  }

  #endWord(): void {
    const parts = this.#parts;
    this.#parts = undefined;
    if (parts === undefined) return;
    const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
    if (this.#words.length === 0 && (RESERVED.has(text) || ASSIGNMENT.test(text))) this.#unsimulated ??= text;
    this.#words.push(parts);
  }

  #endCommand(next: Joint): void {
    this.#endWord();
    if (this.#words.length > 0) {
      this.#commands.push({ joint: this.#joint, words: this.#words });
      this.#words = [];
      this.#joint = next;
    } else if (next !== ';') this.#unsimulated ??= next;
  }
}

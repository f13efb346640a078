import type { Message } from '@kubemin/base/message';
import { buildMessages } from '../messages/index.ts';
import { ImageError } from './image-error.ts';

/** One instruction of a Dockerfile. */
export interface Instruction {
  /** Where it begins, from 1. */
  readonly line: number;
  /** Upper case. */
  readonly name: string;
  /** `--chmod=755` is `['chmod', '755']`. */
  readonly flags: ReadonlyMap<string, string>;
  /** All that follows, with continued lines joined. */
  readonly text: string;
}

export interface Dockerfile {
  readonly instructions: readonly Instruction[];
  /** The character that joins lines and escapes others. */
  readonly escapeCharacter: string;
}

/** A problem in a Dockerfile: `Dockerfile:3: unknown instruction: FOO`. */
export function dockerfileError(line: number, problem: Message, cause?: unknown): ImageError {
  return new ImageError('BUILD_FAILED', buildMessages.atLine({ line, problem }), cause);
}

/** Reads the lines of a Dockerfile. What the instructions mean is not looked at. */
export function parseDockerfile(source: string): Dockerfile {
  const lines = source.replace(/^\uFEFF/, '').split(/\r?\n/);
  const escapeCharacter = readEscape(lines);
  const instructions: Instruction[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const first = (lines[index] ?? '').trim();
    if (first === '' || first.startsWith('#')) continue;
    const line = index + 1;
    let text = lines[index]?.trimStart() ?? '';
    while (continues(text, escapeCharacter)) {
      text = text.trimEnd().slice(0, -1);
      index += 1;
      while (index < lines.length && /^\s*(?:#.*)?$/.test(lines[index] ?? '')) index += 1;
      if (index >= lines.length) break;
      text += lines[index] ?? '';
    }
    instructions.push(parseInstruction(text.trim(), line));
  }
  return { instructions, escapeCharacter };
}

/** `# escape=…` counts only among the comments at the very top that have this form. */
function readEscape(lines: readonly string[]): string {
  for (const line of lines) {
    const [, name = '', value = ''] = /^#\s*(\w+)\s*=\s*(.+?)\s*$/.exec(line.trim()) ?? [];
    if (name === '') break;
    if (name.toLowerCase() === 'escape') {
      if (value !== '\\' && value !== '`')
        throw dockerfileError(1, buildMessages.invalidEscape({ character: JSON.stringify(value) }));
      return value;
    }
  }
  return '\\';
}

/** An escape character at the end; an escaped one does not count. */
function continues(text: string, escapeCharacter: string): boolean {
  const trimmed = text.trimEnd();
  let count = 0;
  while (trimmed[trimmed.length - 1 - count] === escapeCharacter) count += 1;
  return count % 2 === 1;
}

/** What begins with dashes is text for the others. */
const WITH_FLAGS = ['ADD', 'COPY', 'FROM', 'RUN'];

function parseInstruction(text: string, line: number): Instruction {
  const [, name = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
  const flags = new Map<string, string>();
  let left = rest;
  while (WITH_FLAGS.includes(name.toUpperCase())) {
    const [whole, flag = '', value] = /^--([a-z][a-z-]*)(?:=(\S*))?(?:\s+|$)/.exec(left) ?? [];
    if (whole === undefined) break;
    if (flags.has(flag)) throw dockerfileError(line, buildMessages.flagTwice({ flag }));
    flags.set(flag, value ?? '');
    left = left.slice(whole.length);
  }
  return { line, name: name.toUpperCase(), flags, text: left };
}

/** The JSON form of arguments: a list of strings; undefined for everything else, which is then text for a shell. */
export function parseJsonForm(text: string): readonly string[] | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
  } catch {
    // Docker, too, takes it for text.
    return undefined;
  }
}

export interface WordOptions {
  readonly escapeCharacter: string;
  /** The value of a variable; undefined where it is not set. */
  readonly lookup: (name: string) => string | undefined;
}

/**
 * Splits text into words and puts in variables: `$NAME`, `${NAME}`, `${NAME:-default}`, `${NAME:+alternative}`. Quotes
 * are removed; single quotes keep variables as they are. The value of a variable is never split. Throws an Error with
 * a plain message.
 */
export function expandWords(text: string, options: WordOptions): readonly string[] {
  const words: string[] = [];
  const scanner = new WordScanner(text, options);
  for (let word = scanner.nextWord(); word !== undefined; word = scanner.nextWord()) words.push(word);
  return words;
}

/** As expandWords, for text that is one word whatever spaces it has. */
export function expandText(text: string, options: WordOptions): string {
  return new WordScanner(text, options).rest();
}

/** Whether arguments are `NAME=value` pairs, and not the older form `NAME value`. */
export function isAssignment(text: string): boolean {
  return /^[^\s=]+=/.test(text);
}

class WordScanner {
  readonly #text: string;
  readonly #escape: string;
  readonly #lookup: (name: string) => string | undefined;
  #at = 0;

  constructor(text: string, { escapeCharacter, lookup }: WordOptions) {
    this.#text = text;
    this.#escape = escapeCharacter;
    this.#lookup = lookup;
  }

  nextWord(): string | undefined {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
    return this.#at >= this.#text.length ? undefined : this.#read((character) => /\s/.test(character));
  }

  rest(): string {
    return this.#read(() => false);
  }

  /** Reads until an unquoted character that ends it, which is left. */
  #read(ends: (character: string) => boolean): string {
    let word = '';
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at] ?? '';
      if (ends(character)) break;
      this.#at += 1;
      if (character === "'") word += this.#readSingleQuoted();
      else if (character === '"') word += this.#readDoubleQuoted();
      else if (character === '$') word += this.#readVariable();
      else if (character === this.#escape) word += this.#text[this.#at++] ?? '';
      else word += character;
    }
    return word;
  }

  #readSingleQuoted(): string {
    const end = this.#text.indexOf("'", this.#at);
    if (end < 0) throw new ImageError('BUILD_FAILED', buildMessages.singleQuote);
    const quoted = this.#text.slice(this.#at, end);
    this.#at = end + 1;
    return quoted;
  }

  #readDoubleQuoted(): string {
    let quoted = '';
    for (;;) {
      const character = this.#text[this.#at];
      if (character === undefined) throw new ImageError('BUILD_FAILED', buildMessages.doubleQuote);
      this.#at += 1;
      if (character === '"') return quoted;
      if (character === '$') quoted += this.#readVariable();
      else if (character === this.#escape && /["$\\`]/.test(this.#text[this.#at] ?? ''))
        quoted += this.#text[this.#at++];
      else quoted += character;
    }
  }

  #readVariable(): string {
    const [plain] = /^[A-Za-z_]\w*/.exec(this.#text.slice(this.#at)) ?? [];
    if (plain !== undefined) {
      this.#at += plain.length;
      return this.#lookup(plain) ?? '';
    }
    if (this.#text[this.#at] !== '{') return '$';
    const [whole, name = '', operator] = /^\{([A-Za-z_]\w*)(:-|:\+|\})/.exec(this.#text.slice(this.#at)) ?? [];
    if (whole === undefined) throw new ImageError('BUILD_FAILED', buildMessages.unsupportedVariable);
    this.#at += whole.length;
    const value = this.#lookup(name) ?? '';
    if (operator === '}') return value;
    const word = this.#read((character) => character === '}');
    if (this.#text[this.#at] !== '}') throw new ImageError('BUILD_FAILED', buildMessages.openVariable);
    this.#at += 1;
    if (operator === ':-') return value === '' ? word : value;
    return value === '' ? '' : word;
  }
}

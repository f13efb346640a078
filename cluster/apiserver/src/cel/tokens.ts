import { compileError } from './cel-error.ts';
import { type CelValue, Uint } from './values.ts';

/** A piece of an expression. */
export type Token =
  | { readonly kind: 'name'; readonly text: string; readonly at: number }
  | { readonly kind: 'symbol'; readonly text: string; readonly at: number }
  | { readonly kind: 'literal'; readonly value: CelValue; readonly at: number }
  | { readonly kind: 'end'; readonly text: ''; readonly at: number };

/** Longer inputs are refused before they are read. */
const MAX_LENGTH = 10_000;

const SPACE = /\s+|\/\/[^\n]*/y;
const NUMBER = /0x[0-9a-fA-F]+[uU]?|(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?[uU]?/y;
const STRING =
  /([rR]?[bB]?|[bB][rR])("""(?:[^\\]|\\[\s\S])*?"""|'''(?:[^\\]|\\[\s\S])*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/y;
const NAME = /[A-Za-z_]\w*/y;
const SYMBOL = /&&|\|\||[=!<>]=|[-+*/%<>!?:.,()[\]{}]/y;

/** The pieces of an expression, the last one being its end; throws CelError. */
export function readTokens(source: string): readonly Token[] {
  if (source.length > MAX_LENGTH) throw compileError('', 0, `expression size exceeds limit: ${MAX_LENGTH}`);
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source) ?? undefined;
  };
  while (at < source.length) {
    const space = match(SPACE);
    if (space !== undefined) {
      at += space[0].length;
      continue;
    }
    const [text = '', token] = readToken(source, at, match);
    tokens.push(token);
    at += text.length;
  }
  return [...tokens, { kind: 'end', text: '', at: source.length }];
}

function readToken(
  source: string,
  at: number,
  match: (pattern: RegExp) => RegExpExecArray | undefined,
): readonly [string, Token] {
  const string = match(STRING);
  if (string !== undefined) return [string[0], { kind: 'literal', value: readString(source, at, string), at }];
  const number = match(NUMBER);
  if (number !== undefined) return [number[0], { kind: 'literal', value: readNumber(number[0]), at }];
  const name = match(NAME)?.[0];
  if (name !== undefined) {
    const constant = CONSTANTS.get(name);
    return [name, constant === undefined ? { kind: 'name', text: name, at } : { kind: 'literal', ...constant, at }];
  }
  const symbol = match(SYMBOL)?.[0];
  if (symbol !== undefined) return [symbol, { kind: 'symbol', text: symbol, at }];
  throw compileError(source, at, `Syntax error: token recognition error at: '${source.charAt(at)}'`);
}

const CONSTANTS: ReadonlyMap<string, { readonly value: CelValue }> = new Map([
  ['true', { value: true }],
  ['false', { value: false }],
  ['null', { value: null }],
]);

function readNumber(text: string): CelValue {
  const unsigned = /u$/i.test(text);
  const digits = unsigned ? text.slice(0, -1) : text;
  if (unsigned) return new Uint(BigInt(digits));
  return /^(?:0x[\da-f]+|\d+)$/i.test(digits) ? BigInt(digits) : Number(digits);
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-3][0-7]{2})|(["'`?\\abfnrtv]))|\\/g;

function readString(source: string, at: number, [, prefix = '', quoted = '']: RegExpExecArray): CelValue {
  const quotes = /^(?:"""|''')/.test(quoted) ? 3 : 1;
  const inner = quoted.slice(quotes, -quotes);
  const text = /r/i.test(prefix)
    ? inner
    : inner.replace(ESCAPE, (all, byte?: string, short?: string, long?: string, octal?: string, letter?: string) => {
        const code = byte ?? short ?? long;
        if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
        if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
        if (letter !== undefined) return ESCAPES[letter] ?? letter;
        throw compileError(source, at, `Syntax error: invalid escape sequence in string: ${all}`);
      });
  return /b/i.test(prefix) ? Buffer.from(text) : text;
}

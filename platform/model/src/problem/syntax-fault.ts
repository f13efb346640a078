import type { Message } from '@kubemin/base/message';
import { sourceMessages } from '../messages/index.ts';
import type { Position } from './problem.ts';

/** A fault of a YAML or JSON text: where it is and what to do, in plain words, which never repeat a value. */
export interface SyntaxFault {
  readonly message: Message;
  readonly fix: Message;
  readonly position: Position;
  /** The line, and below it a caret under the place. It may hold what is secret: `maskExcerpt` takes values out. */
  readonly excerpt: string;
}

/** What a YAML parser reports about a fault. */
export interface ParserError {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

interface Reading {
  readonly message: Message;
  readonly fix: Message;
  /** Where the cause is; the parser often notices later. */
  readonly offset?: number | undefined;
}

type Reader = (text: string, error: ParserError) => Reading;

const LONGEST_LINE = 120;
const CHECK = sourceMessages.syntaxErrorFix;

const READERS: Readonly<Record<string, Reader>> = {
  TAB_AS_INDENT: () => ({
    message: sourceMessages.tabIndent,
    fix: sourceMessages.tabIndentFix,
  }),
  DUPLICATE_KEY: (text, { pos }) => {
    const key = /^\s*["']?([^"':\r\n]+)/.exec(text.slice(pos[0], pos[0] + 200))?.[1]?.trim() ?? '';
    return { message: sourceMessages.keyTwice({ key }), fix: sourceMessages.keyTwiceFix };
  },
  MISSING_CHAR: (text, error) => unclosedQuote(text, error) ?? missingCharacter(text, error),
  BAD_INDENT: (text, error) => unclosedBracket(text, error) ?? WRONG_INDENT,
  BLOCK_AS_IMPLICIT_KEY: (text, { pos }) => secondValue(text, pos[0]),
  MULTILINE_IMPLICIT_KEY: () => ({
    message: sourceMessages.noColon,
    fix: sourceMessages.noColonFix,
  }),
  BAD_SCALAR_START: (text, { pos }) => ({
    message: sourceMessages.needsQuotes({ start: text.charAt(pos[0]) }),
    fix: sourceMessages.quoteValue,
  }),
  BAD_DQ_ESCAPE: (text, { pos }) => ({
    message: sourceMessages.badEscape({ escape: text.slice(pos[0], pos[0] + 2) }),
    fix: sourceMessages.badEscapeFix,
  }),
  UNEXPECTED_TOKEN: (text) =>
    /^\s*[{[]/.test(text)
      ? { message: sourceMessages.commaMissing, fix: sourceMessages.commaMissingFix }
      : {
          message: sourceMessages.trailingText,
          fix: sourceMessages.trailingTextFix,
        },
  BLOCK_IN_FLOW: () => ({ message: sourceMessages.commaMissing, fix: sourceMessages.commaMissingFix }),
  MULTIPLE_DOCS: () => ({
    message: sourceMessages.secondDocument,
    fix: sourceMessages.secondDocumentFix,
  }),
};

const WRONG_INDENT: Reading = {
  message: sourceMessages.badIndent,
  fix: sourceMessages.badIndentFix,
};

/** Describes a fault of a text in plain words, where its cause is. */
export function describeSyntaxError(text: string, error: ParserError): SyntaxFault {
  const read = Object.hasOwn(READERS, error.code) ? READERS[error.code] : undefined;
  const { message, fix, offset } = read?.(text, error) ?? unreadable(error.message);
  const position = positionIn(text, offset ?? error.pos[0]);
  return { message, fix, position, excerpt: formatExcerpt(text, position) };
}

function unreadable(message: string): Reading {
  return { message: sourceMessages.syntaxError({ reason: message }), fix: CHECK };
}

/** An alias whose anchor is not in the text. */
export function describeMissingAnchor(text: string, name: string): SyntaxFault {
  const position = positionIn(text, Math.max(0, text.indexOf(`*${name}`)));
  return {
    message: sourceMessages.aliasWithoutAnchor,
    fix: sourceMessages.aliasWithoutAnchorFix,
    position,
    excerpt: formatExcerpt(text, position),
  };
}

/** The line at a position with a caret below its column. Long lines are cut around it. */
export function formatExcerpt(text: string, { line, column }: Position): string {
  const whole = text.split('\n')[line - 1]?.replace(/\r$/, '') ?? '';
  const start = column > LONGEST_LINE - 20 ? column - LONGEST_LINE / 2 : 0;
  const shown = whole.slice(start, start + LONGEST_LINE).replaceAll('\t', '→');
  const number = String(line);
  return `${number} | ${shown}\n${' '.repeat(number.length)} | ${' '.repeat(Math.max(0, column - 1 - start))}^`;
}

/** An excerpt for others than the author at the terminal: the key stays, letters and digits of the value are dots. */
export function maskExcerpt(excerpt: string): string {
  const [, number = '', line = '', caret = ''] = /^(\d+ \| )(.*)\n(.*)$/.exec(excerpt) ?? [];
  const [, key = '', value = ''] = /^([^:]*:)?(.*)$/.exec(line) ?? [];
  return `${number}${key}${value.replaceAll(/[^\s{}[\]:,"'→]/g, '·')}\n${caret}`;
}

function positionIn(text: string, offset: number): Position {
  // A fault at the end of a text is on its last line with something on it.
  const end = Math.min(offset, text.trimEnd().length);
  const before = text.slice(0, end).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

function unclosedQuote(text: string, { message }: ParserError): Reading | undefined {
  const quote = /^Missing closing (["'])/.exec(message)?.[1];
  if (quote === undefined) return undefined;
  let offset: number | undefined;
  let start = 0;
  for (const line of text.split('\n')) {
    const bare = quote === '"' ? line.replaceAll(/\\./g, '  ') : line.replaceAll("''", '  ');
    if (offset === undefined && bare.split(quote).length % 2 === 0) offset = start + bare.lastIndexOf(quote);
    start += line.length + 1;
  }
  return {
    message: sourceMessages.quoteNotClosed({ quote }),
    fix: sourceMessages.quoteNotClosedFix({ quote }),
    offset,
  };
}

function missingCharacter(text: string, error: ParserError): Reading {
  const { message } = error;
  if (/without - indicator/.test(message)) return WRONG_INDENT;
  if (/followed by map values/.test(message)) {
    return {
      message: sourceMessages.noColon,
      fix: sourceMessages.noColonFixMultiline,
    };
  }
  return unclosedBracket(text, error) ?? unreadable(message);
}

function unclosedBracket(text: string, { message, pos }: ParserError): Reading | undefined {
  const close = /end with a ([\]}])/.exec(message)?.[1];
  if (close === undefined) return undefined;
  const open = close === ']' ? '[' : '{';
  const found = text.charAt(pos[0]);
  const before = found === ']' || found === '}' ? sourceMessages.beforeBracket({ bracket: found }) : undefined;
  return {
    message: sourceMessages.bracketNotClosed({ bracket: open, before }),
    fix: sourceMessages.bracketNotClosedFix({ bracket: close }),
  };
}

/** `a: b: c`, or a line that is indented below one that has its value already. */
function secondValue(text: string, offset: number): Reading {
  const line = text.slice(offset).split('\n', 1)[0] ?? '';
  if (/:(\s|$)/.test(line)) {
    return { message: sourceMessages.colonNeedsQuotes, fix: sourceMessages.quoteValue };
  }
  const next = offset + line.length + 1;
  const indent = /^\s*/.exec(text.slice(next))?.[0].length ?? 0;
  return {
    message: sourceMessages.indentedBelowValue,
    fix: sourceMessages.indentedBelowValueFix,
    offset: next + indent,
  };
}

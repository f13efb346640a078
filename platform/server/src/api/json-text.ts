import { toError } from '@kubemin/base';
import { requestMessages } from '../messages/index.ts';
import { ApiError } from './api-error.ts';

/** Parses a JSON body; an empty one is `undefined`. Broken JSON is refused with the line and column of the fault. */
export function parseJsonText(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = toError(error);
    const position = textPosition(text, jsonFaultOffset(text));
    const problem = {
      path: '',
      code: 'INVALID_JSON',
      message,
      severity: 'error',
      position,
    } as const;
    throw new ApiError('BODY_UNREADABLE', requestMessages.bodyNotJson({ ...position, reason: message }), {
      problems: [problem],
      cause: error,
    });
  }
}

function textPosition(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const SPACE = /[ \t\n\r]*/y;
const STRING_START = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy;
const QUOTE = /"/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

type Expected = 'value' | 'first-value' | 'key' | 'first-key' | 'colon' | 'next' | 'end';

/**
 * Where in a text that is not JSON the fault is: the offset of the first character that no JSON text could have there.
 * The parser's own error has it only for some faults, in texts that change between versions. Not recursive, as
 * the text comes from outside and may nest as deep as it is long.
 */
export function jsonFaultOffset(text: string): number {
  const closers: string[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const eat = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const matched = pattern.exec(text)?.[0];
    at += matched?.length ?? 0;
    return matched !== undefined;
  };
  const afterValue = (): Expected => (closers.length === 0 ? 'end' : 'next');
  const eatString = (): boolean => eat(STRING_START) && eat(QUOTE);
  for (;;) {
    eat(SPACE);
    const character = text[at];
    if (character === undefined || expected === 'end') return at;
    if (character === closers.at(-1) && (expected === 'next' || expected.startsWith('first'))) {
      closers.pop();
      at += 1;
      expected = afterValue();
    } else if (expected === 'next') {
      if (character !== ',') return at;
      at += 1;
      expected = closers.at(-1) === '}' ? 'key' : 'value';
    } else if (expected === 'colon') {
      if (character !== ':') return at;
      at += 1;
      expected = 'value';
    } else if (expected === 'key' || expected === 'first-key') {
      if (!eatString()) return at;
      expected = 'colon';
    } else if (character === '{' || character === '[') {
      closers.push(character === '{' ? '}' : ']');
      at += 1;
      expected = character === '{' ? 'first-key' : 'first-value';
    } else {
      if (!(character === '"' ? eatString() : eat(SCALAR))) return at;
      expected = afterValue();
    }
  }
}

import { sourceMessages } from '../messages/index.ts';
import type { DocumentPath, Finding } from '../problem/index.ts';

/** No field of any document lies deeper; unknown values may be nested deeper. */
const MOST_LEVELS = 100;
/** A document of 1000 components has a tenth of this. */
const MOST_VALUES = 500_000;
/** Enough of a path to find the place by; the rest would only repeat itself. */
const PATH_SHOWN = 12;

/** What makes a value too big to be read: nesting (a cycle is endless nesting) or sheer number; or a zero character. */
export function boundsFault(input: unknown): Finding | undefined {
  const waiting: { readonly value: object; readonly path: DocumentPath }[] = [];
  let count = 0;
  let zero: DocumentPath | undefined;
  const enter = (value: unknown, path: DocumentPath) => {
    count += 1;
    if (typeof value === 'string' && value.includes('\0')) zero ??= path;
    if (typeof value === 'object' && value !== null) waiting.push({ value, path });
  };
  enter(input, []);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, path } = next;
    if (path.length > MOST_LEVELS) {
      return {
        path: path.slice(0, PATH_SHOWN),
        code: 'DOCUMENT_TOO_DEEP',
        message: sourceMessages.nestedTooDeep({ most: MOST_LEVELS }),
        fix: sourceMessages.nestedTooDeepFix,
      };
    }
    const entries: Iterable<[string | number, unknown]> = Array.isArray(value)
      ? value.entries()
      : Object.entries(value);
    for (const [key, item] of entries) {
      enter(item, [...path, key]);
      if (typeof key === 'string' && key.includes('\0')) zero ??= path;
      if (count > MOST_VALUES) return tooMany();
    }
  }
  return zero === undefined ? undefined : withZero(zero);
}

function withZero(path: DocumentPath): Finding {
  return {
    path: path.slice(0, PATH_SHOWN),
    code: 'INVALID_VALUE',
    message: sourceMessages.zeroCharacter,
    fix: sourceMessages.zeroCharacterFix,
  };
}

function tooMany(): Finding {
  return {
    path: [],
    code: 'DOCUMENT_TOO_LARGE',
    message: sourceMessages.tooManyValues({ most: MOST_VALUES }),
    fix: sourceMessages.splitOrMoveData,
  };
}

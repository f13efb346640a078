import type { JsonValue } from '../object.ts';
import { JsonError } from './json-error.ts';
import type { JsonPath } from './json-path.ts';
import { scanJson } from './json-scan.ts';
import { type InexactInteger, walkJson } from './json-walk.ts';

/** Deeper than any real object, shallow enough for every recursion over one. */
export const MAX_JSON_DEPTH = 200;

/** A document that was read, and what its value alone does not show. */
export interface JsonDocument {
  readonly value: JsonValue;
  /** Paths of keys that occur more than once; the last one counts. */
  readonly duplicates: readonly JsonPath[];
  /**
   * 64-bit integers that `value` holds rounded, as it has doubles. A caller that stores such a value must refuse it, unless
   * the place is one for doubles.
   */
  readonly inexact: readonly InexactInteger[];
}

const NOTHING: readonly never[] = [];

/**
 * JSON.parse, without its silences: duplicate keys and rounded integers are reported, nesting is limited and an error
 * has its position. Clean documents cost one quick scan more than JSON.parse; only the others are read closely.
 */
export function readJson(text: string, maxDepth = MAX_JSON_DEPTH): JsonDocument {
  const verdict = scanJson(text, maxDepth);
  if (verdict.kind === 'tooDeep') {
    throw new JsonError(`exceeded max depth of ${maxDepth}`, { text, offset: verdict.offset, code: 'JSON_TOO_DEEP' });
  }
  const value = parse(text);
  if (verdict.kind === 'clean') return { value, duplicates: NOTHING, inexact: NOTHING };
  return { value, ...walkJson(text) };
}

function parse(text: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch (error) {
    // V8 does not always report the position.
    walkJson(text);
    throw error;
  }
}

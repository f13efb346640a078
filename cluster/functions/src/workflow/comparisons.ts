import { ownEntry, toError } from '@kubemin/base';
import { isJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import { RE2JS } from 're2js';
import type { ForkEntry } from './workflow-resource.ts';

/** Why a text cannot be compared with. */
export type CompareToProblem = 'missing' | 'number' | 'pattern' | 'boolean';

/** How a value of the data is compared with a text. */
export interface Comparison {
  /** `value` is undefined where the data has no such key. */
  matches(value: JsonValue | undefined, compareTo: string): boolean;
  /** Why `compareTo` cannot be used; undefined when it can. */
  problem?(compareTo: string | undefined): CompareToProblem | undefined;
  /** Whether it needs no variable. */
  readonly always?: boolean;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
/** Matching takes time linear in the text, and is refused beyond this. */
const MAX_MATCHED_CHARACTERS = 1_000_000;

/** All comparisons by their names. A value that cannot be compared does not match, except with StrNE. */
const comparisons: Readonly<Record<string, Comparison>> = {
  NumE: numeric((a, b) => a === b),
  NumNE: numeric((a, b) => a !== b),
  NumG: numeric((a, b) => a > b),
  NumL: numeric((a, b) => a < b),
  NumGE: numeric((a, b) => a >= b),
  NumLE: numeric((a, b) => a <= b),
  StrE: textual((text, to) => text === to),
  StrNE: { ...textual(() => false), matches: (value, to) => toText(value) !== to },
  StrContains: textual((text, to) => text.includes(to)),
  StrMatch: {
    matches: (value, pattern) => {
      const text = toText(value);
      if (text === undefined || text.length > MAX_MATCHED_CHARACTERS) return false;
      const compiled = compilePattern(pattern);
      return compiled instanceof Error ? false : compiled.matcher(text).find();
    },
    problem: (to) => (to === undefined ? 'missing' : compilePattern(to) instanceof Error ? 'pattern' : undefined),
  },
  Exists: {
    matches: (value, to) => (value !== undefined) === (to !== 'false'),
    problem: (to) => (to === undefined || to === '' || to === 'true' || to === 'false' ? undefined : 'boolean'),
  },
  default: { always: true, matches: () => true },
};

/** The comparison of this name, if there is one. */
export function findComparison(name: string): Comparison | undefined {
  return ownEntry(comparisons, name);
}

/** The first entry that matches the data; an unknown comparison does not match. */
export function findMatchingEntry(entries: readonly ForkEntry[], data: JsonObject): ForkEntry | undefined {
  return entries.find(({ compareBy, variable = '', compareTo = '' }) =>
    findComparison(compareBy)?.matches(readVariable(data, variable), compareTo),
  );
}

/** The value of a key; of a path with dots where there is no such key. */
export function readVariable(data: JsonObject, path: string): JsonValue | undefined {
  const whole = ownEntry(data, path);
  if (whole !== undefined) return whole;
  let value: JsonValue | undefined = data;
  for (const key of path.split('.')) value = isJsonObject(value) ? ownEntry(value, key) : undefined;
  return value;
}

/** A number, or a text that is one. */
function toNumber(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : undefined;
}

function toText(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? JSON.stringify(value) : undefined;
}

function numeric(holds: (value: number, to: number) => boolean): Comparison {
  return {
    matches: (value, compareTo) => {
      const [left, right] = [toNumber(value), toNumber(compareTo)];
      return left !== undefined && right !== undefined && holds(left, right);
    },
    problem: (to) => (to === undefined ? 'missing' : toNumber(to) === undefined ? 'number' : undefined),
  };
}

function textual(holds: (text: string, to: string) => boolean): Comparison {
  return {
    matches: (value, compareTo) => {
      const text = toText(value);
      return text !== undefined && holds(text, compareTo);
    },
    problem: (to) => (to === undefined ? 'missing' : undefined),
  };
}

function compilePattern(pattern: string): RE2JS | Error {
  try {
    return RE2JS.compile(pattern);
  } catch (thrown) {
    return toError(thrown);
  }
}

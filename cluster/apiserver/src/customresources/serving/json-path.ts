import { deepEqual, isJsonArray, isJsonObject, type JsonValue } from '@kubemin/kubeapi';
import { JsonPathScanner } from './json-path-scanner.ts';

/** How a filter compares. */
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** One step from values to values further inside. */
export type JsonPathStep =
  | { readonly kind: 'fields'; readonly names: readonly string[] }
  | { readonly kind: 'all' }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'slice'; readonly start: number; readonly end: number | undefined }
  | { readonly kind: 'filter'; readonly path: JsonPath; readonly test: FilterTest | undefined };

/** Undefined in a filter: the path only has to lead somewhere. */
export interface FilterTest {
  readonly comparison: Comparison;
  readonly value: JsonValue;
}

export type JsonPath = readonly JsonPathStep[];

/** More results than these are of no use in a table. */
const MAX_RESULTS = 1000;

/**
 * Reads a JSONPath as printer columns have it: `.spec.x`, `['a.b']`, `.a\.b`, `[0]`, `[-1]`, `[0:2]`, `[*]`,
 * `[?(@.type=="Ready")]`. Undefined when it is none of this form.
 */
export function parseJsonPath(text: string): JsonPath | undefined {
  return new JsonPathScanner(text).path();
}

/** All values a path leads to, in order. */
export function evaluateJsonPath(path: JsonPath, value: JsonValue): readonly JsonValue[] {
  let values: readonly JsonValue[] = [value];
  for (const step of path) values = values.flatMap((item) => take(step, item)).slice(0, MAX_RESULTS);
  return values;
}

function take(step: JsonPathStep, value: JsonValue): readonly JsonValue[] {
  switch (step.kind) {
    case 'fields':
      return step.names.flatMap((name) => field(value, name));
    case 'all':
      return isJsonArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
    case 'index':
      return isJsonArray(value) ? one(value.at(step.index)) : [];
    case 'slice':
      return isJsonArray(value) ? value.slice(step.start, step.end) : [];
    case 'filter':
      return isJsonArray(value) ? value.filter((item) => holds(step, item)) : [];
  }
}

function field(value: JsonValue, name: string): readonly JsonValue[] {
  return isJsonObject(value) && Object.hasOwn(value, name) ? one(value[name]) : [];
}

function one(value: JsonValue | undefined): readonly JsonValue[] {
  return value === undefined ? [] : [value];
}

function holds({ path, test }: Extract<JsonPathStep, { kind: 'filter' }>, item: JsonValue): boolean {
  const found = evaluateJsonPath(path, item);
  if (test === undefined) return found.length > 0;
  return found.some((value) => compare(value, test));
}

const ORDERED: Readonly<Record<Exclude<Comparison, '==' | '!='>, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

function compare(value: JsonValue, { comparison, value: other }: FilterTest): boolean {
  if (comparison === '==') return deepEqual(value, other);
  if (comparison === '!=') return !deepEqual(value, other);
  if (typeof value === 'number' && typeof other === 'number') return ORDERED[comparison](value - other);
  if (typeof value !== 'string' || typeof other !== 'string') return false;
  return ORDERED[comparison](value < other ? -1 : value > other ? 1 : 0);
}

import { deepEqual, isJsonArray, isJsonObject } from '@kubemin/kubeapi';
import { type DocumentPath, formatPath } from '@kubemin/model';

/** One field in which two states of an object differ; `before` or `after` is absent when only one state has it. */
export interface FieldChange {
  /** `spec.template.spec.containers[web].image`: entries of lists by their name where they have one. */
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields in which two states of an object differ, as deep as they differ, in the order of the object. */
export function fieldChanges(before: object, after: object): readonly FieldChange[] {
  return changesAt('', before, after);
}

function changesAt(field: string, before: unknown, after: unknown): readonly FieldChange[] {
  if (deepEqual(before, after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) {
    return unionKeys(before, after).flatMap((key) => changesAt(below(field, key), before[key], after[key]));
  }
  const named = isJsonArray(before) && isJsonArray(after) ? [byName(before), byName(after)] : [];
  const [left, right] = named;
  if (left !== undefined && right !== undefined) {
    return unionKeys(left, right).flatMap((name) => changesAt(`${field}[${name}]`, left[name], right[name]));
  }
  return [{ field, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }];
}

function unionKeys(before: Fields, after: Fields): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}

function below(field: string, key: string): string {
  const path: DocumentPath = [key];
  const text = formatPath(path);
  return field === '' || text.startsWith('[') ? `${field}${text}` : `${field}.${text}`;
}

/** A list as a map, when each entry has a name of its own. */
function byName(list: readonly unknown[]): Fields | undefined {
  const entries = list.map((entry) => [isJsonObject(entry) ? entry.name : undefined, entry] as const);
  const names = entries.flatMap(([name]) => (typeof name === 'string' ? [name] : []));
  if (names.length < list.length || new Set(names).size < names.length) return undefined;
  return Object.fromEntries(names.map((name, index) => [name, list[index]]));
}

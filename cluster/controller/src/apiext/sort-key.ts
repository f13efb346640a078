import { type FlatObject, flatValue } from './flat-value.ts';

/** A field to sort by, and the direction. */
export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** Parses `-createdAt,name`; a minus sorts descending. */
export function parseSortKeys(text: string): readonly SortKey[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '-')
    .map((part) =>
      part.startsWith('-') ? { field: part.slice(1), descending: true } : { field: part, descending: false },
    );
}

/** Makes the order total, so that pages of one list never overlap. */
const LAST_KEYS: readonly SortKey[] = [
  { field: 'namespace', descending: false },
  { field: 'name', descending: false },
];

/** Sorts by the first key that differs; objects without a field come last in both directions. */
export function sortObjects<T extends FlatObject>(objects: readonly T[], keys: readonly SortKey[]): readonly T[] {
  const all = [...keys, ...LAST_KEYS];
  return objects.toSorted((left, right) => {
    for (const { field, descending } of all) {
      const order = compare(flatValue(left, field), flatValue(right, field), descending);
      if (order !== 0) return order;
    }
    return 0;
  });
}

function compare(left: unknown, right: unknown, descending: boolean): number {
  const missing = Number(isMissing(left)) - Number(isMissing(right));
  if (missing !== 0 || isMissing(left)) return missing;
  const order = compareAscending(left, right);
  return descending ? -order : order;
}

function compareAscending(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const [first, second] = [comparableText(left), comparableText(right)];
  return first < second ? -1 : first > second ? 1 : 0;
}

function comparableText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

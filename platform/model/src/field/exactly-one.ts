import { isRecord } from '@kubemin/base';

/** How many of `keys` a value has. Works on values the schema refused, so that all problems show at once. */
export function countPresent(value: unknown, keys: readonly string[]): number {
  return isRecord(value) ? keys.filter((key) => value[key] !== undefined).length : 0;
}

/** Pairs of list entries with equal keys: index of the repetition and the key. Entries without a key are skipped. */
export function repetitions<T>(
  list: readonly T[],
  entryKey: (entry: T) => string | undefined,
): readonly { readonly index: number; readonly key: string }[] {
  const seen = new Set<string>();
  const found: { index: number; key: string }[] = [];
  for (const [index, entry] of list.entries()) {
    const key = entryKey(entry);
    if (key === undefined) continue;
    if (seen.has(key)) found.push({ index, key });
    seen.add(key);
  }
  return found;
}

import { entryKey, entrySeconds, type ManagedFields, type ManagerEntry } from './managed-fields.ts';

/** Objects written by ever new managers must not grow without end. */
const MAX_UPDATE_ENTRIES = 10;
const ANCIENT = 'ancient-changes';

/** Folds the oldest entries of updates into one per API version, until there are few enough. */
export function foldOldUpdates(managed: ManagedFields): ManagedFields {
  const updates = managed.filter(({ operation }) => operation === 'Update');
  let excess = updates.length - MAX_UPDATE_ENTRIES;
  if (excess <= 0) return managed;
  const folded = new Map(managed.map((entry) => [entryKey(entry), entry]));
  const firsts = new Map<string, ManagerEntry>();
  for (const entry of updates.toSorted(compareByAge)) {
    if (excess <= 0) break;
    const first = firsts.get(entry.apiVersion);
    if (first === undefined) {
      // Alone in its version so far: folding it would gain nothing.
      firsts.set(entry.apiVersion, entry);
      continue;
    }
    const { time: _, ...kept } = first;
    const time = entry.time === undefined ? {} : { time: entry.time };
    const bucket: ManagerEntry = {
      ...kept,
      ...time,
      manager: ANCIENT,
      subresource: '',
      fields: first.fields.union(entry.fields),
    };
    folded.delete(entryKey(first));
    folded.delete(entryKey(entry));
    folded.set(entryKey(bucket), bucket);
    firsts.set(entry.apiVersion, bucket);
    excess -= 1;
  }
  return [...folded.values()];
}

function compareByAge(a: ManagerEntry, b: ManagerEntry): number {
  const [keyA, keyB] = [entryKey(a), entryKey(b)];
  return entrySeconds(a) - entrySeconds(b) || (keyA < keyB ? -1 : keyA > keyB ? 1 : 0);
}

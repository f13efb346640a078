import { isRecord } from '@kubemin/base';
import { findMasks } from './hidden-secrets.ts';
import { isSameJson, type JsonObject, namedEntries } from './json.ts';

export type Side = 'mine' | 'theirs';

/** A place that both sides changed, each to something else. Undefined: not there. */
export interface MergeConflict {
  /** Names the place; entries of lists by name. */
  readonly id: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface MergeResult {
  readonly document: JsonObject;
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Merges two changes of one document. What one side changed is taken; what both changed to the same is taken; for the rest
 * `choices` decides by the id of the conflict, and theirs is taken where it does not: nothing is overwritten unseen. All stored
 * secrets look the same, so that one which I changed may have been changed by the other side too: it is a conflict, unless
 * base and theirs are one document.
 */
export function mergeDocuments(
  documents: { readonly base: JsonObject; readonly mine: JsonObject; readonly theirs: JsonObject },
  choices: Readonly<Record<string, Side>> = {},
): MergeResult {
  const conflicts: MergeConflict[] = [];
  const { base, mine, theirs } = documents;
  if (base === theirs) return { document: mine, conflicts };
  const document = mergeRecords({ base, mine, theirs }, '', { conflicts, choices });
  return { document, conflicts };
}

interface Merging {
  readonly conflicts: MergeConflict[];
  readonly choices: Readonly<Record<string, Side>>;
}

interface Three<T> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

function mergeValues(three: Three<unknown>, id: string, merging: Merging): unknown {
  const { base, mine, theirs } = three;
  if (isSameJson(mine, theirs)) return mine;
  if (isSameJson(base, theirs) && findMasks({ theirs }).length === 0) return mine;
  if (isSameJson(base, mine)) return theirs;
  if (isRecord(mine) && isRecord(theirs)) {
    return mergeRecords({ base: isRecord(base) ? base : {}, mine, theirs }, id, merging);
  }
  if (Array.isArray(mine) && Array.isArray(theirs)) {
    const merged = mergeLists({ base: Array.isArray(base) ? base : [], mine, theirs }, id, merging);
    if (merged !== undefined) return merged;
  }
  merging.conflicts.push({ id, base, mine, theirs });
  return merging.choices[id] === 'mine' ? mine : theirs;
}

function mergeRecords({ base, mine, theirs }: Three<JsonObject>, id: string, merging: Merging): JsonObject {
  const keys = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  const own = (object: JsonObject, key: string): unknown => (Object.hasOwn(object, key) ? object[key] : undefined);
  const merged = [...keys].map((key) => {
    const three = { base: own(base, key), mine: own(mine, key), theirs: own(theirs, key) };
    return [key, mergeValues(three, id === '' ? key : `${id}.${key}`, merging)] as const;
  });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

/** Lists whose entries have names are merged entry by entry; others are one value. */
function mergeLists(lists: Three<readonly unknown[]>, id: string, merging: Merging): readonly unknown[] | undefined {
  const [base, mine, theirs] = [namedEntries(lists.base), namedEntries(lists.mine), namedEntries(lists.theirs)];
  if (base === undefined || mine === undefined || theirs === undefined) return undefined;
  return mergedOrder({ base, mine, theirs })
    .map((name) => {
      const three = { base: base.get(name), mine: mine.get(name), theirs: theirs.get(name) };
      return mergeValues(three, `${id}[${name}]`, merging);
    })
    .filter((entry) => entry !== undefined);
}

/** The order of the side that changed it; entries of the other follow what they stand after there. */
function mergedOrder({ base, mine, theirs }: Three<ReadonlyMap<string, unknown>>): readonly string[] {
  const common = [...base.keys()].filter((name) => mine.has(name) && theirs.has(name));
  const inOrder = (side: ReadonlyMap<string, unknown>): readonly string[] =>
    [...side.keys()].filter((name) => common.includes(name));
  const [first, second] = isSameJson(inOrder(mine), common) ? [theirs, mine] : [mine, theirs];
  const order = [...first.keys()];
  const others = [...second.keys()];
  for (const [at, name] of others.entries()) {
    if (order.includes(name)) continue;
    const before = others.slice(0, at).findLast((other) => order.includes(other));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, name);
  }
  return order;
}

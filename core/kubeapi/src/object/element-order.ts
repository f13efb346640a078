import type { JsonValue } from './object.ts';

/** What makes two list elements the same: the merge key's value, or the element itself when it is a scalar. */
export type Identity = (element: JsonValue) => string;

interface Ordering {
  readonly merged: readonly JsonValue[];
  /** The order the patch asks for. */
  readonly wanted: readonly JsonValue[];
  /** The list as it was. */
  readonly original: readonly JsonValue[];
  readonly identity: Identity;
}

/**
 * Puts a merged list into the order Kubernetes gives it: elements the patch names keep the patch's order, the others
 * keep the original's, and where the original does not determine which of two comes first, the patch's element does.
 */
export function orderElements({ merged, wanted, original, identity }: Ordering): readonly JsonValue[] {
  const wantedAt = positions(wanted, identity);
  const originalAt = positions(original, identity);
  const at = (element: JsonValue): number => wantedAt.get(identity(element)) ?? -1;
  const named = merged.filter((element) => at(element) >= 0).sort((a, b) => at(a) - at(b));
  const others = merged.filter((element) => at(element) < 0);

  const ordered: JsonValue[] = [];
  let next = 0;
  for (const element of named) {
    const limit = originalAt.get(identity(element)) ?? -1;
    for (let other = others[next]; other !== undefined; other = others[next]) {
      if ((originalAt.get(identity(other)) ?? Number.POSITIVE_INFINITY) >= limit) break;
      ordered.push(other);
      next++;
    }
    ordered.push(element);
  }
  return [...ordered, ...others.slice(next)];
}

/** Whether `list` names its elements in the order in which `wanted` does, and none that `wanted` lacks. */
export function followsOrder(list: readonly JsonValue[], wanted: readonly JsonValue[], identity: Identity): boolean {
  const wantedAt = positions(wanted, identity);
  let last = -1;
  return list.every((element) => {
    const at = wantedAt.get(identity(element)) ?? -1;
    const follows = at >= last && at >= 0;
    last = at;
    return follows;
  });
}

function positions(list: readonly JsonValue[], identity: Identity): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [index, element] of list.entries()) {
    const key = identity(element);
    if (!found.has(key)) found.set(key, index);
  }
  return found;
}

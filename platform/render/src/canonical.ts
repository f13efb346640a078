import type { KubeObject } from '@kubemin/kubeapi';

/** An object whose bytes depend on what it says alone: keys in order, and none that says nothing. */
export function canonical(object: KubeObject): KubeObject {
  return { ...object, ...sorted(object) };
}

function sorted(map: object): object {
  const entries: [string, unknown][] = Object.entries(map);
  return Object.fromEntries(
    entries
      .filter(([, value]) => value !== undefined)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, value]) => [key, ordered(value)]),
  );
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  return typeof value === 'object' && value !== null ? sorted(value) : value;
}

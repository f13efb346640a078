/** Whether a value is an object with named fields: neither null nor an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What a table has under a name that users, requests or objects give; never what every object has, such as `constructor`.
 * Every lookup by such a name goes through here, or through a Map.
 */
export function ownEntry<V>(table: Readonly<Record<string, V>> | undefined, name: string): V | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}

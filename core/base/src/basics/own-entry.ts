/**
 * What a table has under a name that users, requests or objects give; never what every object has, such as `constructor`.
 * Every lookup by such a name goes through here, or through a Map.
 */
export function ownEntry<V>(table: Readonly<Record<string, V>> | undefined, name: string): V | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The `name:value` lines of a reply to INFO. */
export function parseRedisInfo(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0 && !line.startsWith('#')) values.set(line.slice(0, colon), line.slice(colon + 1));
  }
  return values;
}

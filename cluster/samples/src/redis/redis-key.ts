const MOST_SHOWN = 100;
const ESCAPES: ReadonlyMap<number, string> = new Map([
  [0x22, '\\"'],
  [0x5c, '\\\\'],
  [0x0a, '\\n'],
  [0x0d, '\\r'],
  [0x09, '\\t'],
  [0x07, '\\a'],
  [0x08, '\\b'],
]);

/** A key for people: what is not plain text is written as Redis writes it, and long ones are cut. */
export function escapedKey(key: Buffer): string {
  const text = [...key.subarray(0, MOST_SHOWN)].map(escapedByte).join('');
  return `"${text}${key.length > MOST_SHOWN ? '…' : ''}"`;
}

function escapedByte(byte: number): string {
  const known = ESCAPES.get(byte);
  if (known !== undefined) return known;
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
}

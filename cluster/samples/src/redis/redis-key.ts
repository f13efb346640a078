const MAX_SHOWN = 100;
const ESCAPES: ReadonlyMap<number, string> = new Map([
  [0x22, '\\"'],
  [0x5c, '\\\\'],
  [0x0a, '\\n'],
  [0x0d, '\\r'],
  [0x09, '\\t'],
  [0x07, '\\a'],
  [0x08, '\\b'],
]);

/** Formats a key for messages: escaped as in redis-cli, and truncated. */
export function formatKey(key: Buffer): string {
  const text = [...key.subarray(0, MAX_SHOWN)].map(escapeByte).join('');
  return `"${text}${key.length > MAX_SHOWN ? '…' : ''}"`;
}

function escapeByte(byte: number): string {
  const known = ESCAPES.get(byte);
  if (known !== undefined) return known;
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
}

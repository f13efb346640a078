const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;
const MASK = 0xffffffffffffffffn;

/** Eight characters of [a-z0-9] that stand for a text (64-bit FNV-1a): to tell names apart, not for security. */
export function shortHash(text: string): string {
  let hash = OFFSET;
  for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * PRIME) & MASK;
  return hash.toString(36).padStart(8, '0').slice(-8);
}

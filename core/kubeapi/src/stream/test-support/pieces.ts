// For tests: the ways a network can cut bytes.

/** The bytes in pieces of these lengths, again and again; in one piece without any. */
export function pieces(bytes: Uint8Array, lengths: readonly number[]): readonly Uint8Array[] {
  const cuts = lengths.map((length) => length + 1);
  const found: Uint8Array[] = [];
  for (let start = 0, turn = 0; start < bytes.byteLength; turn += 1) {
    const end = start + (cuts[turn % Math.max(1, cuts.length)] ?? bytes.byteLength);
    found.push(bytes.subarray(start, end));
    start = end;
  }
  return found;
}

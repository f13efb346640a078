/** Orders ids of stream entries (`<milliseconds>-<sequence>`) as Redis does; negative when `one` is older. */
export function compareStreamIds(one: string, other: string): number {
  const [oneTime, oneSequence] = parts(one);
  const [otherTime, otherSequence] = parts(other);
  if (oneTime !== otherTime) return oneTime < otherTime ? -1 : 1;
  if (oneSequence !== otherSequence) return oneSequence < otherSequence ? -1 : 1;
  return 0;
}

/** Both are 64 bits wide. */
function parts(id: string): readonly [time: bigint, sequence: bigint] {
  const [time = '0', sequence = '0'] = id.split('-');
  return [BigInt(time), BigInt(sequence)];
}

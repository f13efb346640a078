/** Does the same for each in turn, every other round in the opposite order, so that none always comes first. */
export async function interleave<S, T>(
  subjects: readonly S[],
  rounds: number,
  measure: (subject: S, round: number) => Promise<T>,
): Promise<readonly (readonly T[])[]> {
  const results = subjects.map((): T[] => []);
  for (let round = 0; round < rounds; round += 1) {
    const order = subjects.map((subject, index) => ({ subject, index }));
    if (round % 2 === 1) order.reverse();
    for (const { subject, index } of order) results[index]?.push(await measure(subject, round));
  }
  return results;
}

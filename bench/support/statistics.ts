/** The middle of a set of measurements, which one disturbed round cannot move. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value below which the given share of the measurements lies; NaN when there are none. */
export function percentile(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  const index = Math.min(sorted.length - 1, Math.floor(share * sorted.length));
  return sorted[index] ?? Number.NaN;
}

/** Two series of rounds that took place side by side. */
export interface Comparison {
  readonly value: number;
  readonly base: number;
  /** The median of the rounds' own ratios: what disturbs the machine for a while disturbs both sides of a round. */
  readonly ratio: number;
}

/** Compares what was measured round by round. */
export function compare(ours: readonly number[], theirs: readonly number[]): Comparison {
  const ratios = ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
  return { value: median(ours), base: median(theirs), ratio: median(ratios) };
}

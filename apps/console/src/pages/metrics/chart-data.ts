/** The values of one line, area or part of a bar, one for each time. Null: not known. */
export interface ChartSeries {
  readonly name: string;
  /** The name of a design token. */
  readonly colour: `--${string}`;
  readonly values: readonly (number | null)[];
  /** The same of the range before. */
  readonly previous?: readonly (number | null)[] | undefined;
}

/** How values stand above each other: the sum of a series and all series below it. */
export function stackValues(all: readonly (readonly (number | null)[])[]): readonly (readonly (number | null)[])[] {
  const sums: (number | null)[] = [];
  return all.map((values) =>
    values.map((value, at) => {
      const sum = (sums[at] ?? 0) + (value ?? 0);
      sums[at] = sum;
      return sum;
    }),
  );
}

/** The last values of a range, as many as another one has: two ranges may differ by a step. */
export function alignEnds(values: readonly (number | null)[], length: number): readonly (number | null)[] {
  const missing = Math.max(0, length - values.length);
  return [...new Array<null>(missing).fill(null), ...values.slice(Math.max(0, values.length - length))];
}

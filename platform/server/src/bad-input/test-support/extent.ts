/** Whether the long form of the suites runs, which a release needs. */
export const FULL = process.env.KUBEMIN_TEST_FULL === '1';

/** The inputs that an operation meets: all in the long form; in the short one as many as `share`, the next ones with each turn. */
export function inputsInTurn<T>(inputs: readonly T[], turn: number, share: number): readonly T[] {
  if (FULL || inputs.length <= share) return inputs;
  const first = (turn * share) % inputs.length;
  return [...inputs, ...inputs].slice(first, first + share);
}

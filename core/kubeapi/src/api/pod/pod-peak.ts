import type { Container, PodSpec } from '../../generated/types/core.v1.gen.ts';

/** How amounts combine, whatever they are written in. */
export interface AmountArithmetic<Amount> {
  readonly none: Amount;
  plus(one: Amount, other: Amount): Amount;
  larger(one: Amount, other: Amount): Amount;
}

/**
 * What a pod takes at its hungriest moment. Its containers run together, so theirs adds up; its init containers run
 * before them, one by one, so the largest counts; those of them that stay add up with whatever runs after them.
 */
export function podPeak<Amount>(
  { containers = [], initContainers = [] }: Partial<PodSpec>,
  amountOf: (container: Container) => Amount,
  { none, plus, larger }: AmountArithmetic<Amount>,
): Amount {
  let staying = none;
  let starting = none;
  for (const container of initContainers) {
    const together = plus(staying, amountOf(container));
    starting = larger(starting, together);
    if (container.restartPolicy === 'Always') staying = together;
  }
  return larger(containers.map(amountOf).reduce(plus, staying), starting);
}

import type { Container, Pod, PodSpec } from '../../generated/types/core.v1.gen.ts';
import { type Amounts, addAmounts, maxAmounts, parseAmounts } from '../amounts.ts';

const ARITHMETIC = { none: {}, plus: addAmounts, larger: maxAmounts };

/** What the pod asks of its node, itself counted as one of `pods`. */
export function podRequests({ spec = { containers: [] } }: Pod): Amounts {
  const needed = podPeak<Amounts>(spec, containerRequests, ARITHMETIC);
  const { limits, requests } = spec.resources ?? {};
  // What is asked for the pod as a whole stands for what its containers ask of the same.
  const together = { ...parseAmounts(limits), ...needed, ...parseAmounts(requests) };
  return addAmounts(addAmounts(together, parseAmounts(spec.overhead)), { pods: 1 });
}

function containerRequests({ resources }: Container): Amounts {
  return parseAmounts({ ...resources?.limits, ...resources?.requests });
}

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

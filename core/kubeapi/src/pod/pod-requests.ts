import { type Amounts, addAmounts, amountsOf, maxAmounts } from '../amounts.ts';
import type { Container, Pod } from '../generated/types/core.v1.gen.ts';
import { podPeak } from './pod-peak.ts';

const ARITHMETIC = { none: {}, plus: addAmounts, larger: maxAmounts };

/** What the pod asks of its node, itself counted as one of `pods`. */
export function podRequests({ spec = { containers: [] } }: Pod): Amounts {
  const needed = podPeak<Amounts>(spec, requestsOf, ARITHMETIC);
  const { limits, requests } = spec.resources ?? {};
  // What is asked for the pod as a whole stands for what its containers ask of the same.
  const together = { ...amountsOf(limits), ...needed, ...amountsOf(requests) };
  return addAmounts(addAmounts(together, amountsOf(spec.overhead)), { pods: 1 });
}

function requestsOf({ resources }: Container): Amounts {
  return amountsOf({ ...resources?.limits, ...resources?.requests });
}

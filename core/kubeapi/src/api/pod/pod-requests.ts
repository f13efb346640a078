import type { Container, Pod } from '../../generated/types/core.v1.gen.ts';
import { type Amounts, addAmounts, maxAmounts, parseAmounts } from '../amounts.ts';
import { podPeak } from './pod-peak.ts';

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

import type { PodSpec } from '../../generated/types/core.v1.gen.ts';
import { parseQuantity } from '../../quantity/index.ts';

const COUNTED = ['cpu', 'memory'] as const;

/** Guaranteed: every container limits cpu and memory and requests the same; BestEffort: none asks for either; else Burstable. */
export function podQosClass(spec: PodSpec | undefined): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])];
  let asksForNothing = true;
  let guaranteed = true;
  for (const { resources } of containers) {
    for (const resource of COUNTED) {
      const limit = resources?.limits?.[resource];
      const request = resources?.requests?.[resource];
      if (isPositive(limit) || isPositive(request)) asksForNothing = false;
      if (limit === undefined || request === undefined || !isPositive(limit) || !isSame(limit, request)) {
        guaranteed = false;
      }
    }
  }
  if (asksForNothing) return 'BestEffort';
  return guaranteed ? 'Guaranteed' : 'Burstable';
}

function isPositive(quantity: string | undefined): boolean {
  return quantity !== undefined && parseQuantity(quantity).compare(parseQuantity('0')) > 0;
}

function isSame(a: string, b: string): boolean {
  return parseQuantity(a).compare(parseQuantity(b)) === 0;
}

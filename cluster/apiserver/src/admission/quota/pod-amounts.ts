import { formatQuantity, parseQuantity, podPeak, Quantity } from '@kubemin/kubeapi';
import type { PodSpec } from '@kubemin/kubeapi/types/core.v1';
import type { Amounts } from '../../strategy/index.ts';

type Sums = ReadonlyMap<string, Quantity>;

/** What a pod as a whole asks for, or may take, at its hungriest moment. */
export function podAmounts(spec: PodSpec, part: 'requests' | 'limits'): Amounts {
  const most = podPeak<Sums>(spec, ({ resources }) => parseAmounts(resources?.[part]), ARITHMETIC);
  const overhead = parseAmounts(spec.overhead);
  // A limit on the overhead of what is not limited would be none.
  const counted = new Map([...overhead].filter(([name]) => part === 'requests' || most.has(name)));
  return Object.fromEntries([...addSums(most, counted)].map(([name, sum]) => [name, formatQuantity(sum)]));
}

/** Amounts added up, name by name. */
export function addAmounts(a: Amounts, b: Amounts): Amounts {
  const sums = addSums(parseAmounts(a), parseAmounts(b));
  return Object.fromEntries([...sums].map(([name, sum]) => [name, formatQuantity(sum)]));
}

function parseAmounts(amounts: Amounts | undefined): Sums {
  return new Map(Object.entries(amounts ?? {}).map(([name, amount]) => [name, parseQuantity(amount)]));
}

function addSums(a: Sums, b: Sums): Sums {
  const sums = new Map(a);
  for (const [name, amount] of b) sums.set(name, (sums.get(name) ?? Quantity.zero).plus(amount));
  return sums;
}

function maxSums(a: Sums, b: Sums): Sums {
  const most = new Map(a);
  for (const [name, amount] of b) {
    const other = most.get(name);
    if (other === undefined || amount.compare(other) > 0) most.set(name, amount);
  }
  return most;
}

const ARITHMETIC = { none: new Map(), plus: addSums, larger: maxSums };

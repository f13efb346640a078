import { parseQuantity, Quantity } from '@kubemin/kubeapi';
import type { Container, Pod } from '@kubemin/kubeapi/types/core.v1';

/** How much of each resource. */
export type Amounts = ReadonlyMap<string, Quantity>;

/** Reads quantities by resource. */
export function amountsOf(written: Readonly<Record<string, string>> = {}): Amounts {
  return new Map(Object.entries(written).map(([resource, text]) => [resource, parseQuantity(text)]));
}

/** Both together. */
export function sumOf(left: Amounts, right: Amounts): Amounts {
  return combined(left, right, (one, other) => one.plus(other));
}

/**
 * What a pod takes of its node. Containers run together, so what they ask for adds up; init containers run before them,
 * one by one, so the largest counts, but for those that stay.
 */
export function podRequest({ spec }: Pod): Amounts {
  const { containers = [], initContainers = [], overhead } = spec ?? {};
  let running = containers.map(requestOf).reduce(sumOf, new Map());
  let staying: Amounts = new Map();
  let starting: Amounts = new Map();
  for (const container of initContainers) {
    const asked = sumOf(staying, requestOf(container));
    starting = combined(starting, asked, larger);
    if (container.restartPolicy !== 'Always') continue;
    staying = asked;
    running = sumOf(running, requestOf(container));
  }
  return sumOf(combined(running, starting, larger), sumOf(amountsOf(overhead), new Map([['pods', ONE]])));
}

const ONE = parseQuantity('1');

function requestOf({ resources }: Container): Amounts {
  return amountsOf({ ...resources?.limits, ...resources?.requests });
}

function larger(left: Quantity, right: Quantity): Quantity {
  return left.compare(right) < 0 ? right : left;
}

function combined(left: Amounts, right: Amounts, combine: (one: Quantity, other: Quantity) => Quantity): Amounts {
  const resources = new Set([...left.keys(), ...right.keys()]);
  const amount = (amounts: Amounts, resource: string): Quantity => amounts.get(resource) ?? Quantity.zero;
  return new Map([...resources].map((each) => [each, combine(amount(left, each), amount(right, each))]));
}

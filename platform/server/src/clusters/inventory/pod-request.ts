import { parseQuantity, podPeak, Quantity } from '@kubemin/kubeapi';
import type { Container, Pod } from '@kubemin/kubeapi/types/core.v1';

/** How much of each resource. */
export type Amounts = ReadonlyMap<string, Quantity>;

/** Reads quantities by resource. */
export function parseAmounts(written: Readonly<Record<string, string>> = {}): Amounts {
  return new Map(Object.entries(written).map(([resource, text]) => [resource, parseQuantity(text)]));
}

/** Both together. */
export function addAmounts(left: Amounts, right: Amounts): Amounts {
  return combined(left, right, (one, other) => one.plus(other));
}

/** What a pod takes of its node. */
export function podRequest({ spec = { containers: [] } }: Pod): Amounts {
  return addAmounts(
    podPeak<Amounts>(spec, containerRequest, ARITHMETIC),
    addAmounts(parseAmounts(spec.overhead), ITSELF),
  );
}

const ITSELF: Amounts = new Map([['pods', parseQuantity('1')]]);

const ARITHMETIC = {
  none: new Map(),
  plus: addAmounts,
  larger: (left: Amounts, right: Amounts): Amounts => combined(left, right, larger),
};

function containerRequest({ resources }: Container): Amounts {
  return parseAmounts({ ...resources?.limits, ...resources?.requests });
}

function larger(left: Quantity, right: Quantity): Quantity {
  return left.compare(right) < 0 ? right : left;
}

function combined(left: Amounts, right: Amounts, combine: (one: Quantity, other: Quantity) => Quantity): Amounts {
  const resources = new Set([...left.keys(), ...right.keys()]);
  const amount = (amounts: Amounts, resource: string): Quantity => amounts.get(resource) ?? Quantity.zero;
  return new Map([...resources].map((each) => [each, combine(amount(left, each), amount(right, each))]));
}

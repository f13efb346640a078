import { ownEntry } from '@kubemin/base';
import { formatQuantity, parseQuantity, Quantity } from '@kubemin/kubeapi';
import type { Amounts } from '../../strategy/index.ts';

/** Of `amounts`, what `hard` limits. */
export function limitedPart(amounts: Amounts, hard: Amounts): Amounts {
  return Object.fromEntries(Object.entries(amounts).filter(([name]) => Object.hasOwn(hard, name)));
}

/** What `next` uses more than `old` did; what shrinks costs nothing. */
export function usageIncrease(next: Amounts, old: Amounts): Amounts {
  const more = Object.entries(next).flatMap(([name, amount]) => {
    const difference = parseQuantity(amount).minus(parseQuantity(ownEntry(old, name) ?? '0'));
    return difference.compare(Quantity.zero) > 0 ? [[name, formatQuantity(difference)] as const] : [];
  });
  return Object.fromEntries(more);
}

/** What is used of everything `hard` limits, all objects together; nothing used is shown as 0. */
export function totalUsage(usages: Iterable<Amounts>, hard: Amounts): Amounts {
  const totals = new Map(
    Object.entries(hard).map(([name, limit]) => [name, new Quantity(0n, parseQuantity(limit).format)]),
  );
  for (const usage of usages) {
    for (const [name, amount] of Object.entries(usage)) {
      const sum = totals.get(name);
      if (sum !== undefined) totals.set(name, sum.plus(parseQuantity(amount)));
    }
  }
  return Object.fromEntries([...totals].map(([name, sum]) => [name, formatQuantity(sum)]));
}

/** Names of what would be more than allowed. */
export function exceededResources(used: Amounts, delta: Amounts, hard: Amounts): readonly string[] {
  return Object.entries(delta)
    .filter(([name, amount]) => {
      const limit = ownEntry(hard, name);
      if (limit === undefined) return false;
      return (
        parseQuantity(ownEntry(used, name) ?? '0')
          .plus(parseQuantity(amount))
          .compare(parseQuantity(limit)) > 0
      );
    })
    .map(([name]) => name)
    .sort();
}

/** `cpu=1,pods=2` of the named amounts, as quota messages show them. */
export function amountsText(amounts: Amounts, names: readonly string[]): string {
  return names.map((name) => `${name}=${formatQuantity(parseQuantity(ownEntry(amounts, name) ?? '0'))}`).join(',');
}

import { fieldError, parseQuantity, Quantity } from '@kubemin/kubeapi';
import type { Problems } from './field-checks.ts';

/** Amounts of resources, by name. */
export type Amounts = Readonly<Record<string, string>>;

/** An amount that is not below zero; absent is fine. */
export function nonNegativeAmount(path: string, amount: string | undefined): Problems {
  if (amount === undefined || parseQuantity(amount).compare(Quantity.zero) >= 0) return [];
  return [fieldError.invalid(path, amount, 'must be greater than or equal to 0')];
}

/** An amount of something. */
export function positiveAmount(path: string, amount: string | undefined): Problems {
  if (amount === undefined || parseQuantity(amount).compare(Quantity.zero) > 0) return [];
  return [fieldError.invalid(path, amount, 'must be greater than zero')];
}

/** Whether the first is more than the second. */
export function exceeds(amount: string, limit: string): boolean {
  return parseQuantity(amount).compare(parseQuantity(limit)) > 0;
}

/** Whether two texts are the same amount. */
export function sameAmount(a: string, b: string): boolean {
  return parseQuantity(a).compare(parseQuantity(b)) === 0;
}

/** Whether it is a count of whole things. */
export function isWhole(amount: string): boolean {
  return parseQuantity(amount).nanos % 1_000_000_000n === 0n;
}

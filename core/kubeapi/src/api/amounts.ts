import { ownEntry } from '@kubemin/base';
import { parseQuantity } from '../quantity/index.ts';

/** Resource amounts by name as plain numbers, CPU in millicores: exact far beyond any machine, and quick to compare. */
export type Amounts = Readonly<Record<string, number>>;

/** The amounts that Kubernetes quantities stand for. */
export function parseAmounts(quantities: Readonly<Record<string, string>> | undefined): Amounts {
  const amounts: Record<string, number> = {};
  for (const [name, quantity] of Object.entries(quantities ?? {})) amounts[name] = parseAmount(name, quantity);
  return amounts;
}

function parseAmount(name: string, text: string): number {
  const quantity = parseQuantity(text);
  return Number(name === 'cpu' ? quantity.millis() : quantity.units());
}

/** The sum, resource by resource. */
export function addAmounts(a: Amounts, b: Amounts): Amounts {
  const sum: Record<string, number> = { ...a };
  for (const [name, amount] of Object.entries(b)) sum[name] = (ownEntry(sum, name) ?? 0) + amount;
  return sum;
}

/** The larger of the two, resource by resource. */
export function maxAmounts(a: Amounts, b: Amounts): Amounts {
  const larger: Record<string, number> = { ...a };
  for (const [name, amount] of Object.entries(b)) larger[name] = Math.max(ownEntry(larger, name) ?? 0, amount);
  return larger;
}

import { parseQuantity } from '@kubemin/kubeapi';
import type { StateSample } from './state-metric.ts';

const BYTES = new Set(['memory', 'storage', 'ephemeral-storage']);

/** The labels of `amountSamples`. */
export const AMOUNT_LABELS = ['resource', 'unit'] as const;

/** Amounts of resources in cores, bytes and numbers, under names that Prometheus' rules can have. */
export function amountSamples(amounts: Readonly<Record<string, string>> = {}, ...before: string[]): StateSample[] {
  return Object.entries(amounts).map(([resource, amount]) => [
    parseAmount(amount),
    ...before,
    resource.replaceAll(/[^a-zA-Z0-9_]/g, '_'),
    resourceUnit(resource),
  ]);
}

export function parseAmount(amount: string): number {
  return Number(parseQuantity(amount).nanos) / 1e9;
}

function resourceUnit(resource: string): string {
  if (resource === 'cpu') return 'core';
  return BYTES.has(resource) || resource.startsWith('hugepages-') ? 'byte' : 'integer';
}

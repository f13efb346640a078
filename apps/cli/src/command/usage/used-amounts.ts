import { parseQuantity, type ResourceUsage } from '@kubemin/kubeapi';

/** What something uses of processor and memory. */
export interface UsedAmounts {
  readonly cpuMillis: number;
  readonly memoryBytes: number;
}

/** Amounts as numbers; missing ones are zero. */
export function usedAmounts({ cpu = '0', memory = '0' }: ResourceUsage = {}): UsedAmounts {
  return { cpuMillis: Number(parseQuantity(cpu).millis()), memoryBytes: Number(parseQuantity(memory).units()) };
}

/** What several use together. */
export function sumAmounts(all: readonly UsedAmounts[]): UsedAmounts {
  return all.reduce(
    (sum, { cpuMillis, memoryBytes }) => ({
      cpuMillis: sum.cpuMillis + cpuMillis,
      memoryBytes: sum.memoryBytes + memoryBytes,
    }),
    { cpuMillis: 0, memoryBytes: 0 },
  );
}

/** What was not measured. */
export const UNKNOWN = '-';

const MEBI = 1024 * 1024;

/** `250m`, as kubectl writes it. */
export function cpuText(used: UsedAmounts | undefined): string {
  return used === undefined ? UNKNOWN : `${used.cpuMillis}m`;
}

/** `64Mi`, as kubectl writes it. */
export function memoryText(used: UsedAmounts | undefined): string {
  return used === undefined ? UNKNOWN : `${Math.ceil(used.memoryBytes / MEBI)}Mi`;
}

/** How much of what there is, in words. */
export function shareText(used: number | undefined, all: number): string {
  return used === undefined || all === 0 ? UNKNOWN : `${Math.floor((100 * used) / all)}%`;
}

import { parseQuantity, type Quantity } from '@kubemin/kubeapi';
import type { Container, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { ContainerUsage } from '../../config/index.ts';
import type { UsageAmount } from '../rules/simulation-rule.ts';

/** What each container of the pod seems to use of processors: `250m`. @default a tenth of what it requests */
export const USAGE_CPU = 'kubemin.io/simulate-usage-cpu';
/** What each container of the pod seems to use of memory: `64Mi`. @default half of what it requests */
export const USAGE_MEMORY = 'kubemin.io/simulate-usage-memory';

/** What each container of the pod seems to have written to its node's disk: `2Gi`. @default half of what it requests */
export const USAGE_DISK = 'kubemin.io/simulate-usage-disk';

/** What a container that requests nothing seems to use. */
const LEAST_CORES = 0.001;
const LEAST_BYTES = 16 * 1024 * 1024;
const LEAST_WRITTEN = 4 * 1024 * 1024;

/** The usage of a pod by a rule: amounts, and how many pods share the amounts for all together. */
export interface RuledUsage {
  readonly cpu?: UsageAmount | undefined;
  readonly memory?: UsageAmount | undefined;
  readonly disk?: UsageAmount | undefined;
  readonly sharers: number;
}

/** The simulated usage of a running container: from its pod's annotations, or a rule, or a part of its requests. */
export function containerUsage(pod: Pod, { resources }: Container, ruled: RuledUsage = { sharers: 1 }): ContainerUsage {
  const { annotations = {} } = pod.metadata;
  const { requests = {} } = resources ?? {};
  return {
    cores:
      read(annotations[USAGE_CPU]) ??
      ruledAmount(pod, ruled.cpu, ruled.sharers) ??
      Math.max(LEAST_CORES, (read(requests.cpu) ?? 0) * 0.1),
    bytes:
      read(annotations[USAGE_MEMORY]) ??
      ruledAmount(pod, ruled.memory, ruled.sharers) ??
      Math.max(LEAST_BYTES, (read(requests.memory) ?? 0) * 0.5),
    disk:
      read(annotations[USAGE_DISK]) ??
      ruledAmount(pod, ruled.disk, ruled.sharers) ??
      Math.max(LEAST_WRITTEN, (read(requests['ephemeral-storage']) ?? 0) * 0.5),
  };
}

/**
 * Whether the container uses more memory than its limit, so that it is killed. Shares of a total are left out; they
 * change with every pod that comes and goes.
 */
export function exceedsMemory({ metadata }: Pod, { resources }: Container, ruled: UsageAmount | undefined): boolean {
  const limit = read(resources?.limits?.memory);
  if (limit === undefined) return false;
  const used = read(metadata.annotations?.[USAGE_MEMORY]) ?? (ruled?.of === 'each' ? ruled.amount : 0);
  return used > limit;
}

function ruledAmount({ spec }: Pod, usage: UsageAmount | undefined, sharers: number): number | undefined {
  if (usage === undefined) return undefined;
  return usage.of === 'each' ? usage.amount : usage.amount / (Math.max(1, sharers) * (spec?.containers.length || 1));
}

/** Undefined for text that cannot be parsed or is absent. */
function read(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  try {
    const amount: Quantity = parseQuantity(text);
    return amount.toNumber();
  } catch {
    return undefined;
  }
}

import { type Amounts, podRequests } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { podPriority } from '../pod-admission/index.ts';
import type { SignalInfo } from './pressure-tracker.ts';

/** What a container uses. */
export interface ContainerUsage {
  readonly name: string;
  readonly memoryBytes: number;
}

/** What a pod uses of its node. */
export interface PodUsage {
  readonly pod: Pod;
  readonly memoryBytes: number;
  readonly diskBytes: number;
  readonly processes: number;
  readonly containers: readonly ContainerUsage[];
}

/** The resource by which requests are compared with usage; processes are not requested. */
const REQUESTED = { memory: 'memory', disk: 'ephemeral-storage', processes: undefined } as const;

/**
 * Pods in the order in which they are evicted: those that use more than they request before the others, of these the lower
 * priority first, then the one that is furthest above its requests. Pure.
 */
export function rankPods(pods: readonly PodUsage[], by: SignalInfo['usage']): readonly PodUsage[] {
  const ranked = pods.map((usage) => {
    const used = usedAmount(usage, by);
    const name = REQUESTED[by];
    const requests: Amounts = name === undefined ? {} : podRequests(usage.pod);
    const requested = name === undefined ? 0 : (requests[name] ?? 0);
    const exceeds = name !== undefined && used > requested;
    return { usage, exceeds, priority: podPriority(usage.pod), beyond: used - requested };
  });
  return ranked
    .toSorted((one, other) => {
      if (one.exceeds !== other.exceeds) return one.exceeds ? -1 : 1;
      if (one.priority !== other.priority) return one.priority - other.priority;
      return other.beyond - one.beyond;
    })
    .map(({ usage }) => usage);
}

export function usedAmount(usage: PodUsage, by: SignalInfo['usage']): number {
  return { memory: usage.memoryBytes, disk: usage.diskBytes, processes: usage.processes }[by];
}

import { timestamp } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { ContainerUsage, UsageReader } from '../usage/pod-usage.ts';

/** What a kubelet says at `/stats/summary`: the part of it that somebody reads. */
export interface StatsSummary {
  readonly node: UsageStats & { readonly nodeName: string };
  readonly pods: readonly {
    readonly podRef: { readonly name: string; readonly namespace: string; readonly uid: string };
    readonly containers: readonly (UsageStats & { readonly name: string; readonly startTime: string })[];
  }[];
}

interface UsageStats {
  readonly cpu: { readonly time: string; readonly usageNanoCores: number };
  readonly memory: { readonly time: string; readonly workingSetBytes: number };
}

/** What a node's own programs seem to use. */
const NODE_ITSELF: ContainerUsage = { cores: 0.05, bytes: 256 * 1024 * 1024 };

/** What a summary is made from. */
export interface SummaryParts {
  readonly nodeName: string;
  readonly pods: readonly Pod[];
  readonly usageOf: UsageReader;
  readonly now: number;
}

/** What a simulated node and the pods on it seem to use. */
export function simulatedSummary({ nodeName, pods, usageOf, now }: SummaryParts): StatsSummary {
  const time = timestamp(now);
  const running = pods.filter(({ status }) => status?.phase === 'Running');
  const measured = running.map((pod) => ({
    pod,
    containers: (pod.spec?.containers ?? []).flatMap((container) => {
      const startTime = startOf(pod, container.name);
      return startTime === undefined ? [] : [{ name: container.name, startTime, usage: usageOf(pod, container) }];
    }),
  }));
  const all = [NODE_ITSELF, ...measured.flatMap(({ containers }) => containers.map(({ usage }) => usage))];
  const total = all.reduce((sum, { cores, bytes }) => ({ cores: sum.cores + cores, bytes: sum.bytes + bytes }));
  return {
    node: { nodeName, ...stats(total, time) },
    pods: measured.map(({ pod: { metadata }, containers }) => ({
      podRef: { name: metadata.name ?? '', namespace: metadata.namespace ?? '', uid: metadata.uid ?? '' },
      containers: containers.map(({ name, startTime, usage }) => ({ name, startTime, ...stats(usage, time) })),
    })),
  };
}

/** Undefined for a container that does not run. */
function startOf({ status }: Pod, container: string): string | undefined {
  return status?.containerStatuses?.find(({ name }) => name === container)?.state?.running?.startedAt;
}

function stats({ cores, bytes }: ContainerUsage, time: string): UsageStats {
  return {
    cpu: { time, usageNanoCores: Math.round(cores * 1e9) },
    memory: { time, workingSetBytes: Math.round(bytes) },
  };
}

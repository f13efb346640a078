import { parseQuantity, timestamp } from '@kubemin/kubeapi';
import type { Container, Node, Pod } from '@kubemin/kubeapi/types/core.v1';

/** The use of a container. */
export interface ContainerUsage {
  readonly cores: number;
  /** Of memory. */
  readonly bytes: number;
  /** Bytes on the node's disk. */
  readonly disk: number;
}

/** Returns the use of a container of a pod. */
export type UsageReader = (pod: Pod, container: Container) => ContainerUsage;

/** The part of a kubelet's `/stats/summary` that clients read. */
export interface StatsSummary {
  readonly node: UsageStats & { readonly nodeName: string; readonly fs?: FilesystemStats };
  readonly pods: readonly PodStats[];
}

export interface PodStats extends UsageStats {
  readonly podRef: { readonly name: string; readonly namespace: string; readonly uid: string };
  readonly startTime: string;
  readonly containers: readonly ContainerUsageStats[];
  readonly 'ephemeral-storage': { readonly time: string; readonly usedBytes: number };
}

export interface ContainerUsageStats extends UsageStats {
  readonly name: string;
  readonly startTime: string;
}

export interface UsageStats {
  readonly cpu: {
    readonly time: string;
    readonly usageNanoCores: number;
    /** Since the start. */
    readonly usageCoreNanoSeconds: number;
  };
  readonly memory: { readonly time: string; readonly workingSetBytes: number };
}

/** What the containers of a pod use together. */
export function sumStats(containers: readonly UsageStats[], time: string): UsageStats {
  const sum = (read: (stats: UsageStats) => number): number =>
    containers.reduce((total, stats) => total + read(stats), 0);
  return {
    cpu: {
      time,
      usageNanoCores: sum(({ cpu }) => cpu.usageNanoCores),
      usageCoreNanoSeconds: sum(({ cpu }) => cpu.usageCoreNanoSeconds),
    },
    memory: { time, workingSetBytes: sum(({ memory }) => memory.workingSetBytes) },
  };
}

interface FilesystemStats {
  readonly time: string;
  readonly availableBytes: number;
  readonly capacityBytes: number;
  readonly usedBytes: number;
}

const MIB = 1024 ** 2;
/** What a node's own programs seem to use; its disk holds the system, and images. */
const NODE_ITSELF: ContainerUsage = { cores: 0.05, bytes: 256 * MIB, disk: 2048 * MIB };

/** What a summary is made from. */
export interface SummaryParts {
  readonly nodeName: string;
  /** Undefined while nothing is known about it: its disk is omitted then. */
  readonly node: Node | undefined;
  readonly pods: readonly Pod[];
  readonly readUsage: UsageReader;
  readonly now: number;
}

/** What a simulated node and the pods on it seem to use. */
export function simulatedSummary({ nodeName, node, pods, readUsage, now }: SummaryParts): StatsSummary {
  const time = timestamp(now);
  const running = pods.filter(({ status }) => status?.phase === 'Running');
  const measured = running.map((pod) => ({
    pod,
    containers: (pod.spec?.containers ?? []).flatMap((container) => {
      const startTime = findStartTime(pod, container.name);
      return startTime === undefined ? [] : [{ name: container.name, startTime, usage: readUsage(pod, container) }];
    }),
  }));
  const all = [NODE_ITSELF, ...measured.flatMap(({ containers }) => containers.map(({ usage }) => usage))];
  const total = sumUsage(all);
  const podStats = measured.map(({ pod: { metadata, status }, containers }): PodStats => {
    const each = containers.map(({ name, startTime, usage }) => ({
      name,
      startTime,
      ...stats(usage, { time, runMs: now - Date.parse(startTime) }),
    }));
    return {
      podRef: { name: metadata.name ?? '', namespace: metadata.namespace ?? '', uid: metadata.uid ?? '' },
      startTime: status?.startTime ?? time,
      ...sumStats(each, time),
      containers: each,
      'ephemeral-storage': { time, usedBytes: Math.round(sumUsage(containers.map(({ usage }) => usage)).disk) },
    };
  });
  const { cpu, memory } = stats(total, { time, runMs: 0 });
  // The node itself counts from the start of its Node object.
  const ownMs = now - Date.parse(node?.metadata.creationTimestamp ?? time);
  const usageCoreNanoSeconds =
    sumStats(podStats, time).cpu.usageCoreNanoSeconds + coreNanoSeconds(NODE_ITSELF.cores, ownMs);
  return {
    node: { nodeName, cpu: { ...cpu, usageCoreNanoSeconds }, memory, ...disk(total, node, time) },
    pods: podStats,
  };
}

/** Undefined for a container that does not run. */
function findStartTime({ status }: Pod, container: string): string | undefined {
  return status?.containerStatuses?.find(({ name }) => name === container)?.state?.running?.startedAt;
}

function sumUsage(all: readonly ContainerUsage[]): ContainerUsage {
  return all.reduce(
    (sum, { cores, bytes, disk: written }) => ({
      cores: sum.cores + cores,
      bytes: sum.bytes + bytes,
      disk: sum.disk + written,
    }),
    { cores: 0, bytes: 0, disk: 0 },
  );
}

/** A disk cannot be fuller than full, whatever the rules make pods write. */
function disk({ disk: written }: ContainerUsage, node: Node | undefined, time: string): { fs?: FilesystemStats } {
  const size = node?.status?.capacity?.['ephemeral-storage'];
  if (size === undefined) return {};
  const capacityBytes = parseQuantity(size).toNumber();
  const usedBytes = Math.min(capacityBytes, Math.round(written));
  return { fs: { time, capacityBytes, usedBytes, availableBytes: capacityBytes - usedBytes } };
}

/** Processor time follows from what is used now: it begins again when a rule changes that, as counters may. */
function stats(
  { cores, bytes }: ContainerUsage,
  { time, runMs }: { readonly time: string; readonly runMs: number },
): UsageStats {
  return {
    cpu: {
      time,
      usageNanoCores: Math.round(cores * 1e9),
      usageCoreNanoSeconds: coreNanoSeconds(cores, runMs),
    },
    memory: { time, workingSetBytes: Math.round(bytes) },
  };
}

function coreNanoSeconds(cores: number, runMs: number): number {
  return Math.round(cores * Math.max(0, runMs) * 1e6);
}

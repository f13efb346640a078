import { parseGoDuration } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { metricsApi, type PodMetrics, parseQuantity, type ResourceUsage } from '@kubemin/kubeapi';

/** What a pod used of late. */
export interface PodUsage {
  /** When it was measured, in ms since the epoch. */
  readonly time: number;
  /** Over how long it was measured. */
  readonly windowMs: number;
  /** By container and resource, in thousandths. */
  readonly containers: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The usage of the pods of a namespace that a selector selects, by name, from the metrics API. */
export async function readPodUsage(
  client: KubeClient,
  namespace: string,
  labelSelector: string,
): Promise<ReadonlyMap<string, PodUsage>> {
  const { items } = await client.resource(metricsApi.pods, namespace).list({ labelSelector });
  return new Map(items.map((item) => [item.metadata.name ?? '', toPodUsage(item)]));
}

function toPodUsage({ timestamp = '', window = '', containers = [] }: PodMetrics): PodUsage {
  const amounts = (usage: ResourceUsage = {}): Readonly<Record<string, number>> =>
    Object.fromEntries(Object.entries(usage).map(([name, text]) => [name, Number(parseQuantity(text).millis())]));
  return {
    time: Date.parse(timestamp) || 0,
    windowMs: parseGoDuration(window) ?? 0,
    containers: Object.fromEntries(containers.map(({ name, usage }) => [name, amounts(usage)])),
  };
}

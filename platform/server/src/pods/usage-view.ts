import type { ApplicationUsage, ClusterPodUsage, ClusterUsage, PodUsage } from '@kubemin/client';
import { type NodeMetrics, type PodMetrics, parseQuantity, type ResourceUsage } from '@kubemin/kubeapi';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import { objectAppId } from '@kubemin/render';
import { podComponent, podName } from './application-pods.ts';

type Used = ClusterUsage['nodes'][number]['allocatable'];

/** Pods that have not ended, with what their containers were measured to use. */
export function applicationUsageView(pods: readonly Pod[], measured: readonly PodMetrics[]): ApplicationUsage {
  const byName = new Map(measured.map((metrics) => [metrics.metadata.name, metrics]));
  return { pods: pods.filter(isActive).map((pod) => podUsageView(pod, byName.get(pod.metadata.name))) };
}

/** The same for pods of several namespaces, by namespace and name. */
export function clusterPodUsageView(pods: readonly Pod[], measured: readonly PodMetrics[]): ClusterPodUsage {
  const byKey = new Map(measured.map((metrics) => [podKey(metrics), metrics]));
  const active = pods.filter(isActive).toSorted((one, other) => (podKey(one) < podKey(other) ? -1 : 1));
  return {
    pods: active.map((pod) => {
      const appId = objectAppId(pod);
      return {
        ...podUsageView(pod, byKey.get(podKey(pod))),
        namespace: pod.metadata.namespace ?? '',
        ...(appId !== undefined && { appId }),
      };
    }),
  };
}

/** Ended pods have no metrics. */
function isActive({ status }: Pod): boolean {
  return status?.phase !== 'Succeeded' && status?.phase !== 'Failed';
}

function podKey({ metadata: { namespace, name } }: Pick<Pod, 'metadata'>): string {
  return `${namespace}/${name}`;
}

function podUsageView(pod: Pod, metrics: PodMetrics | undefined): PodUsage {
  const component = podComponent(pod);
  const windowSeconds = metrics?.window === undefined ? undefined : parseSeconds(metrics.window);
  return {
    pod: podName(pod),
    ...(component !== undefined && { component }),
    ...(pod.spec?.nodeName !== undefined && { node: pod.spec.nodeName }),
    ...(metrics?.timestamp !== undefined && { time: metrics.timestamp }),
    ...(windowSeconds !== undefined && { windowSeconds }),
    containers: (pod.spec?.containers ?? []).map(({ name, resources }) => {
      const found = metrics?.containers?.find((container) => container.name === name);
      return {
        name,
        ...(found !== undefined && { used: parseUsed(found.usage) }),
        limits: parseLimits(resources?.limits),
      };
    }),
  };
}

export function clusterUsageView(nodes: readonly Node[], measured: readonly NodeMetrics[]): ClusterUsage {
  const byName = new Map(measured.map((metrics) => [metrics.metadata.name, metrics]));
  return {
    nodes: nodes.map(({ metadata, status }) => {
      const metrics = byName.get(metadata.name);
      return {
        name: metadata.name ?? '',
        ...(metrics?.timestamp !== undefined && { time: metrics.timestamp }),
        allocatable: parseUsed(status?.allocatable),
        ...(metrics !== undefined && { used: parseUsed(metrics.usage) }),
      };
    }),
  };
}

function parseUsed({ cpu = '0', memory = '0' }: ResourceUsage = {}): Used {
  return { cpuMillis: cpuMillis(cpu), memoryBytes: memoryBytes(memory) };
}

function parseLimits({ cpu, memory }: ResourceUsage = {}): PodUsage['containers'][number]['limits'] {
  return {
    ...(cpu !== undefined && { cpuMillis: cpuMillis(cpu) }),
    ...(memory !== undefined && { memoryBytes: memoryBytes(memory) }),
  };
}

function cpuMillis(text: string): number {
  return Number(parseQuantity(text).millis());
}

function memoryBytes(text: string): number {
  return Number(parseQuantity(text).units());
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { h: 3_600, m: 60, s: 1, ms: 0.001 };

/** A duration as Go writes it: `30s`, `1m30s`; undefined for what is none. */
function parseSeconds(text: string): number | undefined {
  const parts = [...text.matchAll(/([\d.]+)(ms|h|m|s)/g)];
  if (parts.length === 0) return undefined;
  return parts.reduce((sum, [, amount = '0', unit = 's']) => sum + Number(amount) * (UNIT_SECONDS[unit] ?? 0), 0);
}

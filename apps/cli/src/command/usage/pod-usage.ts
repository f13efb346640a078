import type { KubeClient } from '@kubemin/kube';
import { metricsApi, type PodMetrics } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { LABEL } from '@kubemin/render';
import { sumAmounts, type UsedAmounts, usedAmounts } from './used-amounts.ts';

/** The pods to measure; by default all of the cluster. */
export interface UsageScope {
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  /** One only. */
  readonly name?: string | undefined;
}

/** A pod, or one container of it, with what it uses. */
export interface PodUsage {
  readonly namespace: string;
  readonly name: string;
  /** Of the application it belongs to. */
  readonly component: string | undefined;
  /** Undefined for the pod as a whole. */
  readonly container: string | undefined;
  readonly node: string | undefined;
  /** Undefined while it was not measured. */
  readonly used: UsedAmounts | undefined;
}

/** Pods that run, with what they use, or their containers; throws 404 where the cluster does not measure. */
export async function podUsage(
  client: KubeClient,
  { namespace, labelSelector, name }: UsageScope,
  each: 'pod' | 'container',
): Promise<readonly PodUsage[]> {
  const part = { ...(labelSelector !== undefined && { labelSelector }) };
  const [measured, pods] = await Promise.all([
    client.resource(metricsApi.pods, namespace).list(part),
    client.resource(core.v1.pods, namespace).list({
      ...part,
      ...(name !== undefined && { fieldSelector: `metadata.name=${name}` }),
    }),
  ]);
  const byName = new Map(measured.items.map((metrics) => [podKey(metrics), metrics]));
  const rows = each === 'pod' ? wholePod : containers;
  return pods.items.filter(isActive).flatMap((pod) => rows(pod, byName.get(podKey(pod))));
}

/** Ended pods have no metrics. */
function isActive({ status }: Pod): boolean {
  return status?.phase !== 'Succeeded' && status?.phase !== 'Failed';
}

function wholePod(pod: Pod, metrics: PodMetrics | undefined): readonly PodUsage[] {
  const used = metrics?.containers?.map(({ usage }) => usedAmounts(usage));
  return [{ ...podLocation(pod), container: undefined, used: used === undefined ? undefined : sumAmounts(used) }];
}

function containers(pod: Pod, metrics: PodMetrics | undefined): readonly PodUsage[] {
  return (pod.spec?.containers ?? []).map(({ name }) => {
    const found = metrics?.containers?.find((container) => container.name === name);
    return { ...podLocation(pod), container: name, used: found === undefined ? undefined : usedAmounts(found.usage) };
  });
}

function podLocation({ metadata, spec }: Pod) {
  return {
    namespace: metadata.namespace ?? '',
    name: metadata.name ?? '',
    component: metadata.labels?.[LABEL.componentName],
    node: spec?.nodeName,
  };
}

function podKey({ metadata: { namespace, name } }: Pick<Pod, 'metadata'>): string {
  return `${namespace}/${name}`;
}

/** A node, what it can give, and what of that is used. */
export interface NodeUsage {
  readonly name: string;
  readonly allocatable: UsedAmounts;
  /** Undefined while it was not measured. */
  readonly used: UsedAmounts | undefined;
}

/** All nodes, with what they use; throws 404 where the cluster does not measure. */
export async function nodeUsage(client: KubeClient): Promise<readonly NodeUsage[]> {
  const [measured, nodes] = await Promise.all([
    client.resource(metricsApi.nodes).list(),
    client.resource(core.v1.nodes).list(),
  ]);
  const used = new Map(measured.items.map(({ metadata, usage }) => [metadata.name, usedAmounts(usage)]));
  return nodes.items.map(({ metadata, status }) => ({
    name: metadata.name ?? '',
    allocatable: usedAmounts(status?.allocatable),
    used: used.get(metadata.name),
  }));
}

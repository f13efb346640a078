import type { ClusterNode } from '@kubemin/client';
import { formatQuantity, nodeRoles } from '@kubemin/kubeapi';
import type { Node, Pod, Taint } from '@kubemin/kubeapi/types/core.v1';
import { type Amounts, addAmounts, parseAmounts, podRequest } from './pod-request.ts';

/** A node, and what the pods on it take. */
export interface NodeUse {
  readonly node: Node;
  readonly pods: number;
  readonly allocatable: Amounts;
  readonly requested: Amounts;
}

/** What the pods take of each node, by the nodes' names. Pods that have ended take nothing. */
export function nodeUses(nodes: readonly Node[], pods: readonly Pod[]): readonly NodeUse[] {
  const there = Map.groupBy(pods.filter(isUnderWay), ({ spec }) => spec?.nodeName ?? '');
  return nodes
    .toSorted((left, right) => ((left.metadata.name ?? '') < (right.metadata.name ?? '') ? -1 : 1))
    .map((node) => {
      const own = there.get(node.metadata.name ?? '') ?? [];
      const requested = own.map(podRequest).reduce(addAmounts, new Map());
      return { node, pods: own.length, allocatable: parseAmounts(node.status?.allocatable), requested };
    });
}

/** Whether the node reports that it is ready. */
export function isReady({ status }: Node): boolean {
  return readyCondition(status)?.status === 'True';
}

/** Whether pods are placed there. */
export function isSchedulable(node: Node): boolean {
  return isReady(node) && node.spec?.unschedulable !== true;
}

/** A node as the API returns it. */
export function nodeView({ node, pods, allocatable, requested }: NodeUse): ClusterNode {
  const { metadata, spec, status } = node;
  const ready = isReady(node);
  const message = readyCondition(status)?.message;
  return {
    name: metadata.name ?? '',
    ready,
    schedulable: isSchedulable(node),
    cordoned: spec?.unschedulable === true,
    roles: [...nodeRoles(metadata.labels)],
    version: status?.nodeInfo?.kubeletVersion ?? '',
    taints: (spec?.taints ?? []).map(taintText),
    pods,
    allocatable: written(allocatable),
    requested: written(requested, (resource) => allocatable.has(resource)),
    ...(!ready && message !== undefined && message !== '' && { message }),
    ...(metadata.creationTimestamp && { createTime: metadata.creationTimestamp }),
  };
}

function written(amounts: Amounts, matters = (_resource: string): boolean => true): Readonly<Record<string, string>> {
  const shown = [...amounts].filter(([resource]) => matters(resource));
  return Object.fromEntries(shown.map(([resource, amount]) => [resource, formatQuantity(amount)]));
}

function readyCondition(status: Node['status']) {
  return status?.conditions?.find(({ type }) => type === 'Ready');
}

function isUnderWay({ status }: Pod): boolean {
  return status?.phase !== 'Succeeded' && status?.phase !== 'Failed';
}

function taintText({ key, value, effect }: Taint): string {
  return `${key}${value === undefined || value === '' ? '' : `=${value}`}:${effect}`;
}

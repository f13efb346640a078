import type { PodSpec } from '@kubemin/kubeapi/types/core.v1';
import { given } from '../object/index.ts';

/** What a trait may set for the pod as a whole, beside its containers and volumes. */
export type PodSettings = Pick<
  PodSpec,
  | 'affinity'
  | 'dnsConfig'
  | 'dnsPolicy'
  | 'hostAliases'
  | 'hostname'
  | 'imagePullSecrets'
  | 'nodeSelector'
  | 'priorityClassName'
  | 'restartPolicy'
  | 'runtimeClassName'
  | 'schedulerName'
  | 'securityContext'
  | 'shareProcessNamespace'
  | 'terminationGracePeriodSeconds'
  | 'tolerations'
  | 'topologySpreadConstraints'
>;

/** Joins settings in processing order: lists add up, maps and objects are joined key by key, else the last counts. */
export function joinSettings<Base extends PodSettings>(
  base: Base,
  ...more: readonly PodSettings[]
): Base & PodSettings {
  let joined: Base & PodSettings = base;
  for (const next of more) joined = { ...joined, ...next, ...joinedFields(joined, next) };
  return joined;
}

function joinedFields(before: PodSettings, next: PodSettings): PodSettings {
  return given({
    affinity: both(before.affinity, next.affinity),
    dnsConfig: both(before.dnsConfig, next.dnsConfig),
    hostAliases: all(before.hostAliases, next.hostAliases),
    imagePullSecrets: all(before.imagePullSecrets, next.imagePullSecrets),
    nodeSelector: both(before.nodeSelector, next.nodeSelector),
    securityContext: both(before.securityContext, next.securityContext),
    tolerations: all(before.tolerations, next.tolerations),
    topologySpreadConstraints: all(before.topologySpreadConstraints, next.topologySpreadConstraints),
  });
}

function both<T extends object>(before: T | undefined, next: T | undefined): T | undefined {
  return before === undefined || next === undefined ? (next ?? before) : { ...before, ...next };
}

/** Equal entries are one. */
function all<T>(before: readonly T[] = [], next: readonly T[] = []): readonly T[] | undefined {
  const byText = new Map([...before, ...next].map((entry) => [JSON.stringify(entry), entry]));
  return byText.size === 0 ? undefined : [...byText.values()];
}

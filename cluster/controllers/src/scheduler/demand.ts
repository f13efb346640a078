import { findControllerReference } from '@kubemin/controller';
import { type Amounts, type HostPort, podHostPorts, podRequests } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isTerminating } from '../pod-owner/index.ts';
import { mountedClaimKeys } from '../storage/index.ts';
import { type PodTerms, parsePodTerms } from './pod-terms.ts';

/** What a pod asks of a node, worked out once. */
export interface Demand {
  readonly pod: Pod;
  readonly key: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly priority: number;
  readonly terminating: boolean;
  readonly requests: Amounts;
  /** The requests as pairs: nodes are many, and each is asked. */
  readonly wanted: readonly (readonly [name: string, amount: number])[];
  /** The uid of the pod's controller: its siblings have the same. */
  readonly owner: string | undefined;
  readonly ports: readonly HostPort[];
  /** The keys of the claims it mounts. */
  readonly claims: readonly string[];
  readonly terms: PodTerms;
}

/** Works out what the pod asks for. */
export function podDemand(pod: Pod): Demand {
  const requests = podRequests(pod);
  const { namespace = '', name = '', labels = {} } = pod.metadata;
  return {
    pod,
    key: `${namespace}/${name}`,
    namespace,
    labels,
    priority: pod.spec?.priority ?? 0,
    terminating: isTerminating(pod),
    requests,
    wanted: Object.entries(requests).filter(([, amount]) => amount > 0),
    owner: findControllerReference(pod)?.uid,
    ports: podHostPorts(pod),
    claims: mountedClaimKeys(pod),
    terms: parsePodTerms(pod),
  };
}

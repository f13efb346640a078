import type { ClusterPolicies } from '@kubemin/client';
import type { KubeClient } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { apps, core } from '@kubemin/kubeapi/resources';
import type { Node } from '@kubemin/kubeapi/types/core.v1';

/**
 * Names of the DaemonSets by which network plug-ins are known that enforce NetworkPolicies, in any namespace. Managed
 * clusters and most installers use these names; a plug-in that is not listed makes the result `unknown`.
 */
const ENFORCING_AGENTS: readonly RegExp[] = [
  /^calico-node/,
  /^canal$/,
  /^cilium$/,
  /^anetd$/,
  /^antrea-agent/,
  /^kube-router/,
  /^weave-net/,
  /^ovnkube-node/,
  /^ovs-ovn$/,
  /^kube-network-policies/,
  /^azure-npm/,
  /^romana-agent/,
];

/** Plug-ins that never enforce them. They count only if none of the above runs beside them. */
const IGNORING_AGENTS: readonly RegExp[] = [/^kube-flannel/];

/** Nodes of KubeMin that exist only in the API: they have no network, and so no part in this. */
const SIMULATED = /^simulated:/;
/** Containers of KubeMin's own nodes; those of earlier versions have no condition, and enforce nothing. */
const OWN_RUNTIME = /^sandbox:/;
/** The condition by which nodes of KubeMin state whether policies have no effect on them. */
const NOT_ENFORCED = 'kubemin.io/NoNetworkPolicy';

/** What a node is known by. */
export interface NodeFacts {
  /** `status.nodeInfo.containerRuntimeVersion` */
  readonly runtime: string;
  /** Whether its condition states that it enforces policies; undefined without that condition. */
  readonly enforces?: boolean | undefined;
}

/** Facts about a cluster from which the enforcement of NetworkPolicies is concluded. */
export interface NetworkFacts {
  readonly daemonSets: readonly string[];
  readonly nodes: readonly NodeFacts[];
}

/** Whether NetworkPolicies have an effect. No API states it, so it is concluded from nodes and the plug-ins that are installed. */
export function networkPolicyEnforcement({ daemonSets, nodes }: NetworkFacts): ClusterPolicies['networkPolicy'] {
  const runs = (known: readonly RegExp[]): boolean => daemonSets.some((name) => known.some((each) => each.test(name)));
  if (runs(ENFORCING_AGENTS)) return 'enforced';
  if (runs(IGNORING_AGENTS)) return 'notEnforced';
  const real = nodes.filter(({ runtime }) => !SIMULATED.test(runtime));
  if (nodes.length > 0 && real.length === 0) return 'notEnforced';
  const known = real.map(({ runtime, enforces }) => enforces ?? (OWN_RUNTIME.test(runtime) ? false : undefined));
  if (known.includes(false)) return 'notEnforced';
  return known.length > 0 && known.every((enforces) => enforces === true) ? 'enforced' : 'unknown';
}

/** Which of the policies that protect projects a cluster enforces. A permission that is missing makes it `unknown`. */
export async function readClusterPolicies(client: KubeClient, signal: AbortSignal): Promise<ClusterPolicies> {
  const [podSecurity, networkPolicy] = await Promise.all([
    knownOrUnknown(podSecurityEnforcement(client, signal)),
    knownOrUnknown(networkFacts(client, signal).then(networkPolicyEnforcement)),
  ]);
  return { podSecurity, networkPolicy };
}

async function networkFacts(client: KubeClient, signal: AbortSignal): Promise<NetworkFacts> {
  const [daemonSets, nodes] = await Promise.all([
    client.resource(apps.v1.daemonsets).list({ signal }),
    client.resource(core.v1.nodes).list({ signal }),
  ]);
  return {
    daemonSets: daemonSets.items.flatMap(({ metadata }) => metadata.name ?? []),
    nodes: nodes.items.map(toNodeFacts),
  };
}

function toNodeFacts({ status }: Node): NodeFacts {
  const condition = status?.conditions?.find(({ type }) => type === NOT_ENFORCED);
  return {
    runtime: status?.nodeInfo?.containerRuntimeVersion ?? '',
    enforces: condition && condition.status === 'False',
  };
}

/**
 * The admission plug-in rejects a namespace whose label names no level. A dry run stores nothing, and needs only the
 * permission to create namespaces, which the platform has.
 */
async function podSecurityEnforcement(
  client: KubeClient,
  signal: AbortSignal,
): Promise<ClusterPolicies['podSecurity']> {
  const labels = { 'pod-security.kubernetes.io/enforce': 'kubemin-check' };
  const namespace = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'kubemin-policy-check', labels },
  } as const;
  try {
    await client.resource(core.v1.namespaces).create(namespace, { dryRun: true, signal });
    return 'notEnforced';
  } catch (error) {
    if (isStatusError(error, 'Invalid')) return 'enforced';
    throw error;
  }
}

async function knownOrUnknown<T>(found: Promise<T>): Promise<T | 'unknown'> {
  try {
    return await found;
  } catch (error) {
    if (isStatusError(error)) return 'unknown';
    throw error;
  }
}

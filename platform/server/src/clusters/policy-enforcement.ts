import type { ClusterPolicies } from '@kubemin/client';
import type { KubeClient } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { apps, core } from '@kubemin/kubeapi/resources';

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

/** Runtimes of KubeMin's own nodes, whose network has no policies. */
const IGNORING_RUNTIMES: readonly RegExp[] = [/^sandbox:/, /^simulated:/];

/** Facts about the nodes of a cluster from which the enforcement of NetworkPolicies is concluded. */
export interface NetworkFacts {
  readonly daemonSets: readonly string[];
  /** `status.nodeInfo.containerRuntimeVersion` of each node. */
  readonly runtimes: readonly string[];
}

/** Whether NetworkPolicies have an effect. No API states it, so it is concluded from the plug-ins that are installed. */
export function networkPolicyEnforcement({ daemonSets, runtimes }: NetworkFacts): ClusterPolicies['networkPolicy'] {
  const runs = (known: readonly RegExp[]): boolean => daemonSets.some((name) => known.some((each) => each.test(name)));
  if (runs(ENFORCING_AGENTS)) return 'enforced';
  if (runs(IGNORING_AGENTS)) return 'notEnforced';
  const isOwn = (runtime: string): boolean => IGNORING_RUNTIMES.some((known) => known.test(runtime));
  return runtimes.length > 0 && runtimes.every(isOwn) ? 'notEnforced' : 'unknown';
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
    runtimes: nodes.items.flatMap(({ status }) => status?.nodeInfo?.containerRuntimeVersion ?? []),
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

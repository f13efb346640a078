import { isIPv4 } from 'node:net';
import type { Change } from '@kubemin/kube';
import { deepEqual } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { PodPort, PolicyPod } from './compile-policies.ts';

export interface PolicyNode {
  /** As in `nodeName` of pods. */
  readonly name: string;
  /** Where the cluster DNS is served; it is judged as the pod that it is in other clusters. */
  readonly dnsAddress: string;
}

/** The pods that can be selected: those with an address of their own that still have it. */
export function policyPods(
  pods: readonly Pod[],
  node: PolicyNode,
  /** By uid, pods of this node with addresses that the API server may not have yet. */
  started: ReadonlyMap<string, Pod>,
): readonly PolicyPod[] {
  const listed = new Set(pods.map(({ metadata }) => metadata.uid));
  const missing = [...started].flatMap(([uid, pod]) => (listed.has(uid) ? [] : [pod]));
  const found = new Map<string, PolicyPod>();
  for (const pod of [...pods, ...missing]) {
    const known = started.get(pod.metadata.uid ?? '')?.status?.podIP;
    const address = known ?? pod.status?.podIP ?? '';
    if (!canBeSelected(pod) || !isIPv4(address)) continue;
    // What was just given out belongs to the new pod, whatever the status of another one states.
    if (known === undefined && found.has(address)) continue;
    const { namespace = '', labels = {} } = pod.metadata;
    found.set(address, {
      ...{ namespace, labels, address, ports: namedPorts(pod) },
      isLocal: pod.spec?.nodeName === node.name,
    });
  }
  found.set(node.dnsAddress, clusterDns(node.dnsAddress));
  return [...found.values()];
}

/** Whether a change of a pod can change what policies mean; most changes of a status do not. */
export function isPolicyChange({ type, object, old }: Change<Pod>): boolean {
  return type !== 'updated' || old === undefined || !deepEqual(policyFacts(object), policyFacts(old));
}

function policyFacts(pod: Pod): unknown {
  return [canBeSelected(pod), pod.metadata.labels, pod.status?.podIP, pod.spec?.nodeName];
}

/** The address of a pod that has ended is soon that of another one, and one with the network of the node is the node. */
export function canBeSelected({ spec, status }: Pod): boolean {
  return spec?.hostNetwork !== true && status?.phase !== 'Succeeded' && status?.phase !== 'Failed';
}

function namedPorts({ spec }: Pod): readonly PodPort[] {
  const sidecars = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  return [...(spec?.containers ?? []), ...sidecars].flatMap(({ ports = [] }) =>
    ports.flatMap(({ name, protocol = 'TCP', containerPort }) =>
      name === undefined ? [] : [{ name, protocol, port: containerPort }],
    ),
  );
}

const DNS_PORT = 53;

/** Rules that allow DNS name the pods that serve it elsewhere; here the node does. */
function clusterDns(address: string): PolicyPod {
  return {
    namespace: 'kube-system',
    labels: { 'k8s-app': 'kube-dns' },
    address,
    ports: [
      { name: 'dns', protocol: 'UDP', port: DNS_PORT },
      { name: 'dns-tcp', protocol: 'TCP', port: DNS_PORT },
    ],
    isLocal: false,
  };
}

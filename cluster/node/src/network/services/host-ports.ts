import { isIPv4 } from 'node:net';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { entryKey, type ServiceEntry, type ServiceNode, type ServiceTable } from './service-table.ts';

const ANY_ADDRESS: readonly string[] = ['', '0.0.0.0'];

export function hasHostPorts({ spec }: Pod): boolean {
  return spec?.hostNetwork !== true && hostPorts(spec).length > 0;
}

/**
 * A table with the host ports of the pods of this node besides, which lead to the pod and keep the address of the client. What
 * a service has already stays. Containers in the network of the node listen there themselves.
 */
export function withHostPorts(table: ServiceTable, pods: Iterable<Pod>, node: ServiceNode): ServiceTable {
  const added = new Map(table);
  for (const pod of pods) {
    const address = pod.status?.podIP ?? '';
    if (!isIPv4(address) || !hasHostPorts(pod) || hasEnded(pod)) continue;
    for (const { hostIP = '', hostPort = 0, containerPort, protocol = 'TCP' } of hostPorts(pod.spec)) {
      if (protocol !== 'TCP' && protocol !== 'UDP') continue;
      for (const host of ANY_ADDRESS.includes(hostIP) ? node.addresses : [hostIP]) {
        const entry: ServiceEntry = {
          ...{ address: host, port: hostPort, protocol, scope: 'external' },
          // No pod can reply to a loopback address.
          local: !host.startsWith('127.'),
          service: `pod ${pod.metadata.namespace}/${pod.metadata.name}`,
          endpoints: [{ address, port: containerPort }],
          ...{ affinitySeconds: undefined, sourceRanges: undefined },
        };
        if (!added.has(entryKey(entry))) added.set(entryKey(entry), entry);
      }
    }
  }
  return added;
}

function hostPorts(spec: Pod['spec']) {
  const sidecars = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  return [...(spec?.containers ?? []), ...sidecars].flatMap(({ ports = [] }) =>
    ports.filter(({ hostPort = 0 }) => hostPort > 0),
  );
}

function hasEnded({ status }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

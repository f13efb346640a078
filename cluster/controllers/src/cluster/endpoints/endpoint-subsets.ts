import type { EndpointAddress, EndpointSubset } from '@kubemin/kubeapi/types/core.v1';
import type { Backend } from './backend.ts';

/** What an Endpoints object holds at most; slices hold them all. */
const MAX_ADDRESSES = 1000;

/** The backends as the older Endpoints object lists them: grouped by their ports, those that are going left out. */
export function endpointSubsets(backends: readonly Backend[]): readonly EndpointSubset[] {
  const groups = new Map<string, Backend[]>();
  const listed = backends.filter(({ terminating, ready }) => ready || !terminating).slice(0, MAX_ADDRESSES);
  for (const backend of listed) {
    const key = JSON.stringify(backend.ports);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [backend]);
    else group.push(backend);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => {
      const addresses = group.filter(({ ready }) => ready).map(endpointAddress);
      const notReadyAddresses = group.filter(({ ready }) => !ready).map(endpointAddress);
      const ports = group[0]?.ports ?? [];
      return {
        ...(addresses.length > 0 && { addresses }),
        ...(notReadyAddresses.length > 0 && { notReadyAddresses }),
        ...(ports.length > 0 && { ports }),
      };
    });
}

function endpointAddress({ pod, ip, hostname }: Backend): EndpointAddress {
  const { name = '', namespace = '', uid = '' } = pod.metadata;
  const nodeName = pod.spec?.nodeName;
  return {
    ip,
    ...(hostname && { hostname }),
    ...(nodeName && { nodeName }),
    targetRef: { kind: 'Pod', namespace, name, uid },
  };
}

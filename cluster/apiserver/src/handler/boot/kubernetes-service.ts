import { isIPv6 } from 'node:net';
import { core, discovery } from '@kubemin/kubeapi/resources';
import type { Endpoints, Service } from '@kubemin/kubeapi/types/core.v1';
import type { EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import type { ServerParts } from '../../registry/index.ts';
import { KUBERNETES_SERVICE_IP } from '../../strategy/index.ts';
import { createOrUpdateObject, ensureObject } from './ensure-object.ts';

/** Where this server is reached from inside the cluster. */
export interface Advertised {
  /** An IP address, not a loopback one. */
  readonly address: string;
  readonly port: number;
}

const PORT_NAME = 'https';
const DEFAULT_PORT = 6443;
const PLACE = { name: 'kubernetes', namespace: 'default' };

/** Creates the service `kubernetes`; it has no endpoints until the server is advertised. */
export async function ensureKubernetesService(server: ServerParts): Promise<void> {
  await ensureObject(server, core.v1.services, kubernetesService(DEFAULT_PORT));
}

/** Writes the current address of this server into the endpoints of the service `kubernetes`. */
export async function advertiseServer(server: ServerParts, advertised: Advertised): Promise<void> {
  await createOrUpdateObject(server, core.v1.services, kubernetesService(advertised.port));
  await createOrUpdateObject(server, core.v1.endpoints, endpoints(advertised));
  await createOrUpdateObject(server, discovery.v1.endpointslices, endpointSlice(advertised));
}

function kubernetesService(port: number): Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { ...PLACE, labels: { component: 'apiserver', provider: 'kubernetes' } },
    spec: {
      clusterIP: KUBERNETES_SERVICE_IP,
      ports: [{ name: PORT_NAME, port: 443, protocol: 'TCP', targetPort: port }],
    },
  };
}

function endpoints({ address, port }: Advertised): Endpoints {
  return {
    apiVersion: 'v1',
    kind: 'Endpoints',
    // The slice below is ours, too: the mirroring controller must skip this one.
    metadata: { ...PLACE, labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
    subsets: [{ addresses: [{ ip: address }], ports: [{ name: PORT_NAME, port, protocol: 'TCP' }] }],
  };
}

function endpointSlice({ address, port }: Advertised): EndpointSlice {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { ...PLACE, labels: { 'kubernetes.io/service-name': PLACE.name } },
    addressType: isIPv6(address) ? 'IPv6' : 'IPv4',
    endpoints: [{ addresses: [address], conditions: { ready: true } }],
    ports: [{ name: PORT_NAME, port, protocol: 'TCP' }],
  };
}

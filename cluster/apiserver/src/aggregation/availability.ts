import { toError } from '@kubemin/base';
import type { KubeObject } from '@kubemin/kubeapi';
import { core, discovery } from '@kubemin/kubeapi/resources';
import type { APIService } from '@kubemin/kubeapi/types/apiregistration.v1';
import type { Service } from '@kubemin/kubeapi/types/core.v1';
import type { EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import type { ServerParts } from '../registry/index.ts';
import type { ExtensionServers } from './extension-server.ts';

/** Whether the server of an APIService can be used, in the words of Kubernetes. */
export interface Availability {
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

export const SERVICE_NAME = 'kubernetes.io/service-name';

/** Looks for the Service and its endpoints, then asks the server for its resources. */
export async function checkAvailability(
  server: ServerParts,
  servers: ExtensionServers,
  service: APIService,
): Promise<Availability & { readonly resources?: unknown }> {
  const problem = findServiceProblem(server, service);
  if (problem !== undefined) return { status: 'False', ...problem };
  const { group = '', version = '' } = service.spec ?? {};
  try {
    const resources = await servers.readDocument(service, `/apis/${group}/${version}`);
    return { status: 'True', reason: 'Passed', message: 'all checks passed', resources };
  } catch (error) {
    const message = `failing or missing response from ${toError(error).message}`;
    return { status: 'False', reason: 'FailedDiscoveryCheck', message };
  }
}

function findServiceProblem({ cache }: ServerParts, { spec }: APIService): Omit<Availability, 'status'> | undefined {
  const { namespace = '', name = '', port = 443 } = spec?.service ?? {};
  const service = cache.collection(core.v1.services.plural).get(namespace, name);
  if (service === undefined || !isService(service)) {
    return { reason: 'ServiceNotFound', message: `service/${name} in "${namespace}" is not present` };
  }
  const found = service.spec?.ports?.find((each) => each.port === port);
  if (found === undefined) {
    return {
      reason: 'ServicePortError',
      message: `service/${name} in "${namespace}" is not listening on port ${port}`,
    };
  }
  const slices = [...cache.collection(discovery.v1.endpointslices.plural).list(namespace)]
    .filter(isSlice)
    .filter(({ metadata }) => metadata.labels?.[SERVICE_NAME] === name);
  if (slices.length === 0) {
    return { reason: 'EndpointsNotFound', message: `cannot find endpointslices for service/${name} in "${namespace}"` };
  }
  const isReady = slices.some(
    ({ endpoints, ports }) =>
      ports?.some((each) => (each.name ?? '') === (found.name ?? '')) === true &&
      endpoints?.some(({ conditions }) => conditions?.ready !== false) === true,
  );
  if (isReady) return undefined;
  const message = `endpoints for service/${name} in "${namespace}" have no addresses with port name "${found.name ?? ''}"`;
  return { reason: 'MissingEndpoints', message };
}

/** The APIService with the condition `Available`, behind no other. */
export function withAvailability(
  service: APIService,
  { status, reason, message }: Availability,
  now: string,
): APIService {
  const conditions = service.status?.conditions ?? [];
  const before = conditions.find(({ type }) => type === 'Available');
  if (before?.status === status && before.reason === reason && before.message === message) return service;
  const lastTransitionTime = before?.status === status ? (before.lastTransitionTime ?? now) : now;
  const next = { type: 'Available', status, reason, message, lastTransitionTime };
  const others = conditions.filter(({ type }) => type !== 'Available');
  return { ...service, status: { ...service.status, conditions: [next, ...others] } };
}

function isService(object: KubeObject): object is Service {
  return object.kind === 'Service';
}

function isSlice(object: KubeObject): object is EndpointSlice {
  return object.kind === 'EndpointSlice';
}

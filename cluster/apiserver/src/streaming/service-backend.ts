import { type KubeObject, notFound, serviceUnavailable } from '@kubemin/kubeapi';
import { core, discovery } from '@kubemin/kubeapi/resources';
import type { Service } from '@kubemin/kubeapi/types/core.v1';
import type { EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import { isPod } from '../handler/index.ts';
import type { ServerParts } from '../registry/index.ts';

const SERVICE_NAME = 'kubernetes.io/service-name';

/** A pod behind a Service, and the port it has for it. */
export interface ServiceBackend {
  readonly pod: string;
  readonly port: number;
}

/** Any pod behind a Service that is ready, by the endpoint slices; 503 where there is none. */
export function serviceBackend(server: ServerParts, namespace: string, name: string, port: string): ServiceBackend {
  const service = findService(server, namespace, name);
  const wanted = findPort(service, port);
  const slices = [...server.cache.collection(discovery.v1.endpointslices.plural).list(namespace)]
    .filter(isSlice)
    .filter(({ metadata }) => metadata.labels?.[SERVICE_NAME] === name);
  const pods = server.cache.collection(core.v1.pods.plural);
  const backends = slices.flatMap(({ endpoints, ports }) => {
    const number = ports?.find((each) => (each.name ?? '') === wanted)?.port;
    return (endpoints ?? []).flatMap(({ addresses, conditions, targetRef }) =>
      conditions?.ready === false || targetRef?.kind !== 'Pod' || number === undefined
        ? []
        : isPodAddress(pods.get(namespace, targetRef.name ?? ''), addresses)
          ? [{ pod: targetRef.name ?? '', port: number }]
          : [],
    );
  });
  const chosen = backends[Math.floor(server.random.next() * backends.length)];
  if (chosen !== undefined) return chosen;
  throw serviceUnavailable(`no endpoints available for service "${name}"`);
}

function findService(server: ServerParts, namespace: string, name: string): Service {
  const services = server.resources.find(core.v1.services);
  const found = services === undefined ? undefined : server.registry.read(services, { namespace, name });
  if (found !== undefined && isService(found)) return found;
  throw notFound(core.v1.services, name);
}

/** The name of the port that is meant; of a Service with one, that. */
function findPort({ metadata, spec }: Service, asked: string): string {
  const ports = spec?.ports ?? [];
  const found =
    asked === '' && ports.length === 1
      ? ports[0]
      : ports.find(({ name, port }) => name === asked || String(port) === asked);
  if (found !== undefined) return found.name ?? '';
  throw serviceUnavailable(`no service port "${asked}" found for service "${metadata.name}"`);
}

/** Endpoints can be written by hand: one that names a pod but not its address is no endpoint of it, as in Kubernetes. */
function isPodAddress(pod: KubeObject | undefined, addresses: readonly string[]): boolean {
  if (pod === undefined || !isPod(pod)) return false;
  const { podIP, podIPs = [] } = pod.status ?? {};
  const own = [podIP, ...podIPs.map(({ ip }) => ip)];
  return addresses.some((address) => own.includes(address));
}

function isService(object: KubeObject): object is Service {
  return object.kind === 'Service';
}

function isSlice(object: KubeObject): object is EndpointSlice {
  return object.kind === 'EndpointSlice';
}

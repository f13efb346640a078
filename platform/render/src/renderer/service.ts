import type { Service, ServicePort, ServiceSpec } from '@kubemin/kubeapi/types/core.v1';
import type { Endpoint } from '@kubemin/model';
import { generatedName, type ObjectDraft, rfc1123 } from '../object/index.ts';
import type { ComponentContext } from './component-renderer.ts';
import type { ServiceChanges, ServiceView } from './trait-renderer.ts';

interface Networked {
  readonly ports: readonly { readonly port: number; readonly expose: boolean }[];
}

const LONGEST_PORT_NAME = 15;
const DNS_1035_LABEL = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;

/**
 * How others reach a component: a Service with a name no other application can have, and one named like the component,
 * so that `http://backend:8080` works. The second steps back when that name is taken, unless its name was asked for.
 */
export function services(context: ComponentContext<Networked>, changes: ServiceChanges): readonly ObjectDraft[] {
  const { component, appId } = context;
  const exposed = component.properties.ports.filter((port) => port.expose);
  const ports = changes.ports?.map((port) => named(port, component.name)) ?? servicePorts(component.name, exposed);
  if (ports.length === 0) return [];
  const main = service(context, serviceName(component.name, appId), { ports, ...changes.every, ...changes.outward });
  const draft = { object: decorated(main, changes) };
  const alias = changes.alias ?? component.name;
  if (!DNS_1035_LABEL.test(alias)) return [draft];
  // A node port can be had once; the Service that reaches outward has it.
  const inner = ports.map(({ nodePort: _nodePort, ...port }) => port);
  const object = service(context, alias, { ports: inner, ...changes.every });
  return [draft, { object, ...(changes.alias === undefined ? { naming: 'alias', onExisting: 'yield' } : {}) }];
}

/** Finds the Services of components by the components' names, or the names their Services were given. */
export function serviceFinder(
  endpoints: readonly Endpoint[],
  appId: string,
): (component: string) => ServiceView | undefined {
  const byName = new Map([
    ...endpoints.map((endpoint) => [endpoint.alias, endpoint] as const),
    ...endpoints.map((endpoint) => [endpoint.component, endpoint] as const),
  ]);
  return (name) => {
    const { component = name, ports = [] } = byName.get(name) ?? {};
    return ports.length === 0 ? undefined : { name: serviceName(component, appId), ports };
  };
}

/** The name of a StatefulSet's headless Service, which gives each of its pods a DNS name. */
export function headlessName(component: string, appId: string): string {
  return generatedName({ prefix: 'svc', name: component, appId, suffix: 'hl' });
}

/** The Service of that name. Pods are listed before they are ready: members of a database must find each other first. */
export function headlessService(context: ComponentContext<Networked>): ObjectDraft {
  const { component, appId } = context;
  const ports = servicePorts(component.name, component.properties.ports);
  const object = service(context, headlessName(component.name, appId), {
    clusterIP: 'None',
    publishNotReadyAddresses: true,
    ...(ports.length === 0 ? {} : { ports }),
  });
  return { object };
}

function serviceName(component: string, appId: string): string {
  return generatedName({ prefix: 'svc', name: component, appId });
}

function service(context: ComponentContext<unknown>, name: string, spec: Partial<ServiceSpec>): Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: context.namespace },
    spec: { type: 'ClusterIP', selector: context.selector, ...spec },
  };
}

function decorated(object: Service, { labels = {}, annotations = {} }: ServiceChanges): Service {
  const metadata = {
    ...object.metadata,
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
  };
  return { ...object, metadata };
}

function servicePorts(component: string, ports: readonly { readonly port: number }[]): readonly ServicePort[] {
  return ports.map(({ port }) => named({ port, targetPort: port, protocol: 'TCP' }, component));
}

function named(port: ServicePort, component: string): ServicePort {
  return { name: portName(component, port), ...port };
}

function portName(component: string, { port, protocol = 'TCP' }: ServicePort): string {
  const end = protocol === 'TCP' ? `${port}` : `${port}-${protocol.toLowerCase()}`;
  const name = `${rfc1123(component)}-${end}`;
  return name.length <= LONGEST_PORT_NAME && /[a-z]/.test(name) ? name : `p-${end}`;
}

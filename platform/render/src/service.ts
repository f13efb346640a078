import type { Service, ServicePort } from '@kubemin/kubeapi/types/core.v1';
import type { ComponentContext } from './component-renderer.ts';
import { generatedName, rfc1123 } from './object-name.ts';
import type { ObjectDraft } from './rendered-object.ts';

interface Networked {
  readonly ports: readonly { readonly port: number; readonly expose: boolean }[];
}

const LONGEST_PORT_NAME = 15;
const DNS_1035_LABEL = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;

/**
 * How others reach a component: a Service with a name no other application can have, and one named like the component,
 * so that `http://backend:8080` works. The second steps back when that name is taken.
 */
export function services(context: ComponentContext<Networked>): readonly ObjectDraft[] {
  const { component, appId } = context;
  const exposed = component.properties.ports.filter((port) => port.expose);
  if (exposed.length === 0) return [];
  const ports = servicePorts(component.name, exposed);
  const main = service(context, generatedName({ prefix: 'svc', name: component.name, appId }), { ports });
  if (!DNS_1035_LABEL.test(component.name)) return [{ object: main }];
  const alias = service(context, component.name, { ports });
  return [{ object: main }, { object: alias, naming: 'alias', onExisting: 'yield' }];
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

function service(context: ComponentContext<unknown>, name: string, spec: Service['spec']): Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: context.namespace },
    spec: { type: 'ClusterIP', selector: context.selector, ...spec },
  };
}

function servicePorts(component: string, ports: readonly { readonly port: number }[]): readonly ServicePort[] {
  return ports.map(({ port }) => ({ name: portName(component, port), port, targetPort: port, protocol: 'TCP' }));
}

function portName(component: string, port: number): string {
  const name = `${rfc1123(component)}-${port}`;
  return name.length <= LONGEST_PORT_NAME && /[a-z]/.test(name) ? name : `p-${port}`;
}

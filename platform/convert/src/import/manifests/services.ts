import { manifestsMessages } from '../../messages/index.ts';
import { filled } from '../filled.ts';
import type { TraitsInput } from '../imported.ts';
import type { Part } from '../source/part.ts';
import { portNumber } from './container-probes.ts';
import { acceptManagedLabels, type Manifest, readAnnotations, readLabels, takeIdentity } from './manifest.ts';

/** How others reach a component. */
export interface ServiceInput {
  readonly ports: readonly { readonly port: number; readonly expose?: boolean }[];
  readonly trait?: TraitsInput['service'];
}

/** What Services are folded into. */
export interface Served {
  readonly component: string;
  readonly container: Part;
  readonly containerPorts: readonly number[];
  /** The headless Service a StatefulSet names; a store makes its own. */
  readonly headless: string | undefined;
}

type ServicePort = NonNullable<NonNullable<TraitsInput['service']>['ports']>[number];

const SERVER_FIELDS = ['clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'healthCheckNodePort'];
const SECOND = manifestsMessages.oneService;

/** Folds the Services that select a component's pods into its ports and, where they have more, a service trait. */
export function readServices(services: readonly Manifest[], served: Served): ServiceInput {
  for (const service of services.filter(({ name }) => name === served.headless)) takeHeadless(service, served);
  const rest = services.filter(({ name }) => name !== served.headless);
  const main =
    rest.find((service) => isGenerated(service)) ?? rest.find(({ name }) => name === served.component) ?? rest[0];
  if (main === undefined) {
    return { ports: served.containerPorts.map((port) => ({ port, expose: false })) };
  }
  const alias = isGenerated(main) ? rest.find((service) => service !== main && service.component !== undefined) : main;
  for (const other of rest) {
    if (other === alias && other !== main) takeWhole(other);
    else if (other !== main) other.part.omit(SECOND, `Service ${other.name}`);
  }
  return serviceInput(main, alias?.name ?? served.component, served);
}

/** KubeMin's own Service, whose name no other application can have. */
function isGenerated({ name, component }: Manifest): boolean {
  return component !== undefined && name !== component && name.startsWith('svc-');
}

/** A Service beside the main one that KubeMin creates again. */
function takeWhole(service: Manifest): void {
  takeIdentity(service);
  acceptManagedLabels(service.part.at('metadata'));
  service.part.at('spec').accept();
}

/** A store's own headless Service has all ports of its container. */
function takeHeadless(service: Manifest, { containerPorts }: Served): void {
  takeIdentity(service);
  acceptManagedLabels(service.part.at('metadata'));
  const spec = service.part.at('spec');
  for (const key of ['clusterIP', 'selector', 'type', 'publishNotReadyAddresses', ...SERVER_FIELDS])
    spec.at(key).accept();
  for (const port of spec.at('ports').items) {
    if (containerPorts.includes(Number(port.at('port').peek()))) port.accept();
  }
}

function serviceInput(service: Manifest, name: string, served: Served): ServiceInput {
  takeIdentity(service);
  const { part } = service;
  const spec = part.at('spec');
  spec.at('selector').accept();
  for (const key of SERVER_FIELDS) spec.at(key).accept();
  const ports = spec.at('ports').items.flatMap((place) => readPort(place, served) ?? []);
  const settings = filled({
    type: readType(spec),
    name: name === served.component ? undefined : name,
    sessionAffinity: spec.at('sessionAffinity').peek() === 'ClientIP' ? ('ClientIP' as const) : undefined,
    sessionAffinitySeconds: spec.at('sessionAffinityConfig', 'clientIP', 'timeoutSeconds').number(),
    externalTrafficPolicy: policy(spec.at('externalTrafficPolicy')),
    internalTrafficPolicy: policy(spec.at('internalTrafficPolicy')),
    loadBalancerClass: spec.at('loadBalancerClass').text(),
    loadBalancerSourceRanges: spec.at('loadBalancerSourceRanges').texts(),
    publishNotReadyAddresses: spec.at('publishNotReadyAddresses').flag() || undefined,
    labels: readLabels(part.at('metadata')),
    annotations: readAnnotations(part.at('metadata')),
  });
  spec.at('sessionAffinity').accept();
  const targets = ports
    .filter(({ protocol }) => protocol === 'TCP')
    .map(({ port, targetPort = port }) => targetPort ?? 0);
  const exposed = served.containerPorts.map((port) => (targets.includes(port) ? { port } : { port, expose: false }));
  const plain = ports.every((port) => isPlain(port, served));
  const trait = { ...settings, ...(plain ? {} : { ports: ports.map((port) => withoutDefaults(port)) }) };
  return { ports: exposed, ...(Object.keys(trait).length === 0 ? {} : { trait }) };
}

function readPort(place: Part, { container }: Served): ServicePort | undefined {
  const port = place.at('port').number();
  if (port === undefined) return undefined;
  const target = place.at('targetPort');
  const targetPort = target.present ? portNumber(target, container) : port;
  if (targetPort === undefined) {
    place.omit(manifestsMessages.portNotFound({ name: target.peek() ?? '' }));
    return undefined;
  }
  const protocol = place.at('protocol').peek();
  place.at('protocol').acceptIf('TCP', 'UDP', 'SCTP');
  return {
    port,
    targetPort,
    protocol: protocol === 'UDP' || protocol === 'SCTP' ? protocol : 'TCP',
    ...filled({
      name: place.at('name').text(),
      nodePort: place.at('nodePort').number(),
      appProtocol: place.at('appProtocol').text(),
    }),
  };
}

/** Whether the component's own list of ports is enough. */
function isPlain(
  { port = 0, targetPort, protocol, name, nodePort, appProtocol }: ServicePort,
  served: Served,
): boolean {
  const ownNames = [undefined, `${served.component}-${port}`, `p-${port}`];
  return (
    served.containerPorts.includes(port) &&
    port === targetPort &&
    protocol === 'TCP' &&
    nodePort === undefined &&
    appProtocol === undefined &&
    ownNames.includes(name)
  );
}

function withoutDefaults({ protocol, targetPort, ...port }: ServicePort): ServicePort {
  return filled({
    ...port,
    targetPort: targetPort === port.port ? undefined : targetPort,
    protocol: protocol === 'TCP' ? undefined : protocol,
  });
}

const TYPES = ['NodePort', 'LoadBalancer'] as const;

function readType(spec: Part): 'NodePort' | 'LoadBalancer' | 'Headless' | undefined {
  const headless = spec.at('clusterIP').peek() === 'None';
  if (headless) spec.at('clusterIP').accept();
  const type = TYPES.find((name) => name === spec.at('type').peek());
  if (type !== undefined) spec.at('type').accept();
  spec.at('type').acceptIf('ClusterIP');
  return type ?? (headless ? 'Headless' : undefined);
}

function policy(part: Part): 'Local' | undefined {
  part.acceptIf('Cluster', 'Local');
  return part.peek() === 'Local' ? 'Local' : undefined;
}

import { fieldError, invalid } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Service, ServicePort } from '@kubemin/kubeapi/types/core.v1';
import type { Allocation, StrategyContext } from './strategy.ts';

/** The pool of service addresses; also what the start-up check looks through. */
export const SERVICE_IPS = 'service-ips';
/** The pool of ports that services have on every node. */
export const NODE_PORTS = 'node-ports';

/** The first address of the range belongs to the API server's own service. */
export const KUBERNETES_SERVICE_IP = '10.96.0.1';

/** The network services get their addresses from. */
export const SERVICE_NETWORK = '10.96.0.0/16';

const IP_PREFIX = '10.96';
/** Left to addresses people choose themselves (DNS has .0.10); automatic ones come from above. */
const FIRST_AUTOMATIC = 256;
const LAST = 0xfffe;
const FIRST_NODE_PORT = 30_000;
const LAST_NODE_PORT = 32_767;

/** Takes the address and node ports the service needs and does not have; frees them again if the write fails. */
export async function allocateServiceAddresses(
  service: Service,
  current: Service | undefined,
  context: StrategyContext,
): Promise<Allocation<Service>> {
  const owner = reservationOwner(service);
  const taken: (readonly [pool: string, name: string])[] = [];
  const rollback = async (): Promise<void> => {
    for (const [pool, name] of taken) await context.reservations.giveBack(pool, name);
  };
  const isTaken: Pools['isTaken'] = (pool, name) => context.reservations.isTaken(pool, name);
  const take: Pools['take'] = async (pool, name) => {
    if (isTaken(pool, name)) return false;
    if (context.dryRun) return true;
    if (!(await context.reservations.take(pool, name, owner))) return false;
    taken.push([pool, name]);
    return true;
  };
  const pools: Pools = { isTaken, take, search: context.reservations.search };
  try {
    const addressed = await withClusterIp(service, current, pools);
    const reachable = await withNodePorts(addressed, current, pools);
    return { object: await withHealthPort(reachable, current, pools), rollback };
  } catch (error) {
    await rollback();
    throw error;
  }
}

/** Gives back what the service held and no longer holds. */
export async function releaseServiceAddresses(
  current: Service,
  next: Service | undefined,
  context: StrategyContext,
): Promise<void> {
  const kept = new Set(holdings(next).map(([pool, name]) => `${pool}/${name}`));
  for (const [pool, name] of holdings(current)) {
    if (!kept.has(`${pool}/${name}`)) await context.reservations.giveBack(pool, name);
  }
}

/** Everything a service has reserved, as (pool, name). */
export function holdings(service: Service | undefined): readonly (readonly [pool: string, name: string])[] {
  const ip = service?.spec?.clusterIP;
  const ports = service?.spec?.ports ?? [];
  return [
    ...(ip === undefined || ip === 'None' ? [] : [[SERVICE_IPS, ip] as const]),
    ...[...ports.map(({ nodePort }) => nodePort), service?.spec?.healthCheckNodePort].flatMap((port) =>
      port === undefined ? [] : [[NODE_PORTS, String(port)] as const],
    ),
  ];
}

/** Whether a service of this type is reachable from outside, through ports of the nodes. */
export function isExternal(type: string | undefined): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

/** How a service is named as an owner. */
export function reservationOwner({ metadata }: Service): string {
  return `${metadata.namespace}/${metadata.name}`;
}

interface Pools {
  isTaken(pool: string, name: string): boolean;
  /** Whether it is the service's now. */
  take(pool: string, name: string): Promise<boolean>;
  /** Where the search for a free one goes on, by pool. */
  readonly search: Map<string, number>;
}

async function withClusterIp(service: Service, current: Service | undefined, pools: Pools): Promise<Service> {
  const spec = service.spec ?? {};
  if (spec.type === 'ExternalName') {
    const { clusterIP: _ip, clusterIPs: _ips, ipFamilies: _f, ipFamilyPolicy: _p, ...rest } = spec;
    return { ...service, spec: rest };
  }
  const wanted = spec.clusterIP ?? spec.clusterIPs?.[0];
  const ip = wanted === undefined ? await takeAny(pools, AUTOMATIC_IPS) : wanted;
  if (wanted !== undefined && wanted !== 'None' && wanted !== current?.spec?.clusterIP) {
    await takeChosenIp(service, wanted, pools);
  }
  return {
    ...service,
    spec: {
      ...spec,
      clusterIP: ip,
      clusterIPs: [ip],
      ipFamilies: spec.ipFamilies ?? ['IPv4'],
      ipFamilyPolicy: spec.ipFamilyPolicy ?? 'SingleStack',
    },
  };
}

async function takeChosenIp(service: Service, ip: string, pools: Pools): Promise<void> {
  const refuse = (why: string): Error =>
    invalid(core.v1.services, service.metadata.name ?? '', [fieldError.invalid('spec.clusterIPs', [ip], why)]);
  const parts = ip.split('.').map(Number);
  const valid = parts.length === 4 && parts.every((part) => Number.isInteger(part) && part >= 0 && part <= 255);
  if (!valid) throw refuse("must be empty, 'None', or a valid IP address");
  if (!ip.startsWith(`${IP_PREFIX}.`)) {
    throw refuse(
      `failed to allocate IP ${ip}: the provided IP is not in the valid range. The range of valid IPs is ${IP_PREFIX}.0.0/16`,
    );
  }
  if (!(await pools.take(SERVICE_IPS, ip)))
    throw refuse(`failed to allocate IP ${ip}: provided IP is already allocated`);
}

async function withNodePorts(service: Service, current: Service | undefined, pools: Pools): Promise<Service> {
  const spec = service.spec ?? {};
  if (spec.ports === undefined) return service;
  const external = isExternal(spec.type) && spec.allocateLoadBalancerNodePorts !== false;
  const held = new Set(current?.spec?.ports?.map((port) => port.nodePort));
  const ports: ServicePort[] = [];
  for (const [index, port] of spec.ports.entries()) {
    const { nodePort, ...rest } = port;
    if (!isExternal(spec.type)) ports.push(rest);
    else if (nodePort === undefined && !external) ports.push(port);
    else if (nodePort === undefined) {
      ports.push({ ...port, nodePort: Number(await takeAny(pools, AUTOMATIC_PORTS)) });
    } else {
      if (!held.has(nodePort)) await takeChosenPort(service, { index, nodePort }, pools);
      held.add(nodePort);
      ports.push(port);
    }
  }
  return { ...service, spec: { ...spec, ports } };
}

async function withHealthPort(service: Service, current: Service | undefined, pools: Pools): Promise<Service> {
  const spec = service.spec ?? {};
  if (spec.type !== 'LoadBalancer' || spec.externalTrafficPolicy !== 'Local') return service;
  const { healthCheckNodePort: chosen } = spec;
  if (chosen === undefined) {
    const port = Number(await takeAny(pools, AUTOMATIC_PORTS));
    return { ...service, spec: { ...spec, healthCheckNodePort: port } };
  }
  const kept = chosen === current?.spec?.healthCheckNodePort;
  if (!kept && !(await pools.take(NODE_PORTS, String(chosen)))) {
    const why = `failed to allocate requested HealthCheck NodePort ${chosen}: provided port is already allocated`;
    throw invalid(core.v1.services, service.metadata.name ?? '', [
      fieldError.invalid('spec.healthCheckNodePort', chosen, why),
    ]);
  }
  return service;
}

async function takeChosenPort(
  service: Service,
  chosen: { readonly index: number; readonly nodePort: number },
  pools: Pools,
): Promise<void> {
  const { index, nodePort } = chosen;
  const inRange = nodePort >= FIRST_NODE_PORT && nodePort <= LAST_NODE_PORT;
  if (inRange && (await pools.take(NODE_PORTS, String(nodePort)))) return;
  const why = inRange
    ? 'provided port is already allocated'
    : `provided port is not in the valid range. The range of valid ports is ${FIRST_NODE_PORT}-${LAST_NODE_PORT}`;
  throw invalid(core.v1.services, service.metadata.name ?? '', [
    fieldError.invalid(`spec.ports[${index}].nodePort`, nodePort, why),
  ]);
}

/** Begins behind what was given last: looking through all that is taken would cost more with every service. */
async function takeAny(pools: Pools, { pool, size, nameAt }: Candidates): Promise<string> {
  const start = pools.search.get(pool) ?? 0;
  for (let step = 0; step < size; step += 1) {
    const index = (start + step) % size;
    const name = nameAt(index);
    if (pools.isTaken(pool, name)) continue;
    pools.search.set(pool, index + 1);
    if (await pools.take(pool, name)) return name;
  }
  throw new Error(`every one of the ${pool} is taken: delete services that are no longer needed`);
}

/** What services get that do not choose. */
interface Candidates {
  readonly pool: string;
  readonly size: number;
  readonly nameAt: (index: number) => string;
}

const AUTOMATIC_IPS: Candidates = {
  pool: SERVICE_IPS,
  size: LAST - FIRST_AUTOMATIC + 1,
  nameAt: (index) => `${IP_PREFIX}.${(FIRST_AUTOMATIC + index) >> 8}.${(FIRST_AUTOMATIC + index) & 0xff}`,
};

const AUTOMATIC_PORTS: Candidates = {
  pool: NODE_PORTS,
  size: LAST_NODE_PORT - FIRST_NODE_PORT + 1,
  nameAt: (index) => String(FIRST_NODE_PORT + index),
};

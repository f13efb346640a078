import { isIP } from 'node:net';
import type { Service, ServicePort } from '@kubemin/kubeapi/types/core.v1';
import type { Endpoint, EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';

export type ServiceProtocol = 'TCP' | 'UDP';

/** Where traffic of a service goes: a pod, or what a user entered in an EndpointSlice. */
export interface ServiceEndpoint {
  readonly address: string;
  readonly port: number;
}

/** What one address, protocol and port of a node leads to. */
export interface ServiceEntry {
  readonly address: string;
  readonly protocol: ServiceProtocol;
  readonly port: number;
  /** The port of a service this is for, for messages: `shop/web:http`. */
  readonly service: string;
  /** `external` for node ports, external addresses and addresses of load balancers. */
  readonly scope: 'cluster' | 'external';
  /** Only endpoints on this node are listed, and the address of the client is to be kept where that is possible. */
  readonly local: boolean;
  /** Sorted by address and port, each once. Empty: connections are refused. */
  readonly endpoints: readonly ServiceEndpoint[];
  /** How long a client stays with its endpoint after its last connection; undefined without session affinity. */
  readonly affinitySeconds: number | undefined;
  /** The only clients that may connect, as CIDRs; undefined for all. */
  readonly sourceRanges: readonly string[] | undefined;
}

/** The wanted state of a service proxy: entries by `entryKey`. */
export type ServiceTable = ReadonlyMap<string, ServiceEntry>;

/** The node that a table is for. */
export interface ServiceNode {
  /** As in `nodeName` of endpoints. */
  readonly name: string;
  /** The value of its label `topology.kubernetes.io/zone`. */
  readonly zone?: string | undefined;
  /** Where node ports listen. */
  readonly addresses: readonly string[];
  /** Addresses that another part of the node serves, as the cluster DNS; no entry is made for them. */
  readonly reserved?: readonly string[];
}

const SERVICE_NAME_LABEL = 'kubernetes.io/service-name';
/** Services with this label are left to another proxy. */
const PROXY_NAME_LABEL = 'service.kubernetes.io/service-proxy-name';
const DEFAULT_AFFINITY_SECONDS = 10_800;

/** `10.96.0.10/UDP/53` */
export function entryKey(entry: Pick<ServiceEntry, 'address' | 'protocol' | 'port'>): string {
  return `${entry.address}/${entry.protocol}/${entry.port}`;
}

/**
 * What a node has to forward, from all services and endpoint slices of the cluster. The order of both does not matter.
 * When two services claim the same address and port, the older one has it. Headless services, ExternalName services and
 * SCTP ports have no entries.
 */
export function serviceTable(
  services: Iterable<Service>,
  endpointSlices: Iterable<EndpointSlice>,
  node: ServiceNode,
): ServiceTable {
  const slices = groupSlices(endpointSlices);
  const reserved = new Set(node.reserved);
  const table = new Map<string, ServiceEntry>();
  for (const service of [...services].sort(compareAge)) {
    const { namespace, name } = service.metadata;
    for (const entry of serviceEntries(service, slices.get(`${namespace}/${name}`) ?? [], node)) {
      const key = entryKey(entry);
      if (!table.has(key) && !reserved.has(entry.address)) table.set(key, entry);
    }
  }
  return table;
}

function groupSlices(slices: Iterable<EndpointSlice>): ReadonlyMap<string, readonly EndpointSlice[]> {
  return Map.groupBy(slices, ({ metadata }) => `${metadata.namespace}/${metadata.labels?.[SERVICE_NAME_LABEL] ?? ''}`);
}

/** How many endpoints of a service are on a node, which load balancers ask for at its health check node port. */
export interface HealthCheck {
  readonly namespace: string;
  readonly name: string;
  readonly localEndpoints: number;
}

/** By port, what a node reports of services whose external traffic goes only to nodes with endpoints. */
export function healthChecks(
  services: Iterable<Service>,
  endpointSlices: Iterable<EndpointSlice>,
  node: ServiceNode,
): ReadonlyMap<number, HealthCheck> {
  const found = new Map<number, HealthCheck>();
  const slices = groupSlices(endpointSlices);
  for (const { metadata, spec = {} } of services) {
    const { namespace = '', name = '' } = metadata;
    const port = spec.healthCheckNodePort ?? 0;
    if (port === 0 || spec.type !== 'LoadBalancer' || spec.externalTrafficPolicy !== 'Local') continue;
    const endpoints = (slices.get(`${namespace}/${name}`) ?? []).flatMap((slice) => slice.endpoints);
    const local = endpoints.filter((each) => each.nodeName === node.name && endpointState(each) === 'ready');
    const localEndpoints = new Set(local.flatMap(({ addresses }) => addresses.slice(0, 1))).size;
    found.set(port, { namespace, name, localEndpoints });
  }
  return found;
}

/** What has to be done to get from one table to another. */
export interface TableChanges {
  readonly removed: readonly ServiceEntry[];
  readonly added: readonly ServiceEntry[];
  readonly changed: readonly { readonly before: ServiceEntry; readonly after: ServiceEntry }[];
}

export function compareTables(before: ServiceTable, after: ServiceTable): TableChanges {
  const added: ServiceEntry[] = [];
  const changed: { before: ServiceEntry; after: ServiceEntry }[] = [];
  for (const [key, entry] of after) {
    const old = before.get(key);
    if (old === undefined) added.push(entry);
    else if (!sameEntry(old, entry)) changed.push({ before: old, after: entry });
  }
  const removed = [...before].filter(([key]) => !after.has(key)).map(([, entry]) => entry);
  return { removed, added, changed };
}

export function sameEndpoint(one: ServiceEndpoint, other: ServiceEndpoint): boolean {
  return one.address === other.address && one.port === other.port;
}

function sameEntry(one: ServiceEntry, other: ServiceEntry): boolean {
  return (
    one === other ||
    (one.service === other.service &&
      one.scope === other.scope &&
      one.local === other.local &&
      one.affinitySeconds === other.affinitySeconds &&
      one.sourceRanges?.join() === other.sourceRanges?.join() &&
      one.endpoints.length === other.endpoints.length &&
      one.endpoints.every((endpoint, index) => {
        const twin = other.endpoints[index];
        return twin !== undefined && sameEndpoint(endpoint, twin);
      }))
  );
}

function compareAge({ metadata: one }: Service, { metadata: other }: Service): number {
  return (
    compareText(one.creationTimestamp ?? '', other.creationTimestamp ?? '') ||
    compareText(one.namespace ?? '', other.namespace ?? '') ||
    compareText(one.name ?? '', other.name ?? '')
  );
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function* serviceEntries(
  service: Service,
  slices: readonly EndpointSlice[],
  node: ServiceNode,
): Generator<ServiceEntry> {
  const { metadata, spec = {} } = service;
  if (spec.type === 'ExternalName' || metadata.labels?.[PROXY_NAME_LABEL] !== undefined) return;
  const clusterIps = (spec.clusterIPs ?? [spec.clusterIP ?? '']).filter((address) => isIP(address) !== 0);
  if (clusterIps.length === 0) return;
  for (const port of spec.ports ?? []) {
    const protocol = readProtocol(port.protocol);
    if (protocol === undefined) continue;
    const candidates = portCandidates(slices, port, protocol);
    const entry = (at: { readonly address: string; readonly port: number }, more: EntryScope): ServiceEntry => {
      const family = isIP(at.address) === 6 ? 'IPv6' : 'IPv4';
      return {
        ...at,
        protocol,
        service: `${metadata.namespace}/${metadata.name}${port.name === undefined ? '' : `:${port.name}`}`,
        scope: more.scope,
        local: more.local,
        endpoints: chooseEndpoints(
          candidates.filter((candidate) => candidate.family === family),
          more.local ? localEndpoints : nearEndpoints,
          node,
        ),
        affinitySeconds:
          spec.sessionAffinity === 'ClientIP'
            ? (spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? DEFAULT_AFFINITY_SECONDS)
            : undefined,
        sourceRanges: more.sourceRanges,
      };
    };
    const internal: EntryScope = { scope: 'cluster', local: spec.internalTrafficPolicy === 'Local' };
    const external: EntryScope = { scope: 'external', local: spec.externalTrafficPolicy === 'Local' };
    for (const address of clusterIps) yield entry({ address, port: port.port }, internal);
    for (const address of spec.externalIPs ?? []) yield entry({ address, port: port.port }, external);
    const ranges = spec.loadBalancerSourceRanges?.map((range) => range.trim());
    for (const { ip, ipMode } of service.status?.loadBalancer?.ingress ?? []) {
      // With the mode `Proxy` the load balancer sends to node ports, and its address is no business of the nodes.
      if (ip === undefined || ipMode === 'Proxy') continue;
      yield entry({ address: ip, port: port.port }, { ...external, sourceRanges: ranges?.length ? ranges : undefined });
    }
    if (port.nodePort === undefined || port.nodePort === 0) continue;
    for (const address of node.addresses) yield entry({ address, port: port.nodePort }, external);
  }
}

interface EntryScope {
  readonly scope: ServiceEntry['scope'];
  readonly local: boolean;
  readonly sourceRanges?: readonly string[] | undefined;
}

function readProtocol(protocol = 'TCP'): ServiceProtocol | undefined {
  return protocol === 'TCP' || protocol === 'UDP' ? protocol : undefined;
}

interface Candidate extends ServiceEndpoint {
  readonly family: string;
  readonly node: string | undefined;
  readonly state: 'ready' | 'terminating';
  /** Nodes and zones whose traffic it is for; empty without a hint. */
  readonly forNodes: readonly string[];
  readonly forZones: readonly string[];
}

function portCandidates(
  slices: readonly EndpointSlice[],
  port: ServicePort,
  protocol: ServiceProtocol,
): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const slice of slices) {
    for (const slicePort of slice.ports ?? []) {
      if ((slicePort.name ?? '') !== (port.name ?? '') || readProtocol(slicePort.protocol) !== protocol) continue;
      if (slicePort.port === undefined) continue;
      for (const endpoint of slice.endpoints) {
        const state = endpointState(endpoint);
        // All addresses of an endpoint lead to the same pod: the first is enough.
        const [address] = endpoint.addresses;
        if (state === undefined || address === undefined) continue;
        found.push({
          ...{ address, port: slicePort.port, family: slice.addressType, node: endpoint.nodeName, state },
          forNodes: endpoint.hints?.forNodes?.map(({ name }) => name) ?? [],
          forZones: endpoint.hints?.forZones?.map(({ name }) => name) ?? [],
        });
      }
    }
  }
  return found;
}

function endpointState({ conditions = {} }: Endpoint): Candidate['state'] | undefined {
  if (conditions.ready !== false) return 'ready';
  return conditions.terminating === true && conditions.serving !== false ? 'terminating' : undefined;
}

/** Those of some endpoints that traffic of a node may use. */
type NarrowEndpoints = (candidates: readonly Candidate[], node: ServiceNode) => readonly Candidate[];

const localEndpoints: NarrowEndpoints = (candidates, node) => candidates.filter((each) => each.node === node.name);

/** By their hints: those for this node, else those for its zone. Hints count only when all endpoints have them. */
const nearEndpoints: NarrowEndpoints = (candidates, { name, zone }) => {
  const forNode = candidates.filter(({ forNodes }) => forNodes.includes(name));
  if (forNode.length > 0 && candidates.every(({ forNodes }) => forNodes.length > 0)) return forNode;
  const forZone = candidates.filter(({ forZones }) => zone !== undefined && forZones.includes(zone));
  const areHinted = candidates.every(({ forZones }) => forZones.length > 0);
  return areHinted && forZone.length > 0 ? forZone : candidates;
};

/** Ready endpoints; while there is none, those that still serve on their way out. */
function chooseEndpoints(
  candidates: readonly Candidate[],
  narrow: NarrowEndpoints,
  node: ServiceNode,
): readonly ServiceEndpoint[] {
  const ready = narrow(
    candidates.filter(({ state }) => state === 'ready'),
    node,
  );
  const leaving = (): readonly Candidate[] =>
    narrow(
      candidates.filter(({ state }) => state === 'terminating'),
      node,
    );
  const distinct = new Map<string, ServiceEndpoint>();
  for (const { address, port } of ready.length > 0 ? ready : leaving()) {
    distinct.set(`${address} ${port}`, { address, port });
  }
  return [...distinct.values()].sort((one, other) => compareText(one.address, other.address) || one.port - other.port);
}

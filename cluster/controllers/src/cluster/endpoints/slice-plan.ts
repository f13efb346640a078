import { deepEqual } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { Endpoint, EndpointHints, EndpointPort, EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import type { Backend } from './backend.ts';

/** So that the change of one pod rewrites, and sends to every watcher, a hundred endpoints and not ten thousand. */
const MAX_ENDPOINTS = 100;

/** What a slice holds. */
export interface SliceContent {
  readonly ports: readonly EndpointPort[];
  readonly endpoints: readonly Endpoint[];
}

/** The writes that bring the slices up to date. */
export interface SlicePlan {
  readonly create: readonly SliceContent[];
  readonly update: readonly (SliceContent & { readonly slice: EndpointSlice })[];
  readonly remove: readonly EndpointSlice[];
}

/** In a Service without backends, which shows that its endpoints are known. */
const NO_ENDPOINTS: SliceContent = { ports: [], endpoints: [] };

/** Where endpoints are and what traffic they are for. */
export interface SliceTopology {
  /** The zone of the node of a pod. @default none is known */
  readonly zoneOf?: (pod: Pod) => string | undefined;
  /** As in the spec of the service. */
  readonly trafficDistribution?: string | undefined;
}

/**
 * How to get from the slices there are to slices with exactly these backends, touching as few slices as possible. Without
 * backends one empty slice stays.
 */
export function planSlices(
  backends: readonly Backend[],
  slices: readonly EndpointSlice[],
  topology: SliceTopology = {},
): SlicePlan {
  if (backends.length === 0) return planPlaceholder(slices);
  return planContents(
    backends.map((backend) => ({ ports: backend.ports, endpoints: [toEndpoint(backend, topology)] })),
    slices,
  );
}

function planPlaceholder(slices: readonly EndpointSlice[]): SlicePlan {
  const isEmpty = ({ ports = [], endpoints }: EndpointSlice): boolean => ports.length + endpoints.length === 0;
  const kept = slices.find(isEmpty) ?? slices[0];
  if (kept === undefined) return { create: [NO_ENDPOINTS], update: [], remove: [] };
  const update = isEmpty(kept) ? [] : [{ slice: kept, ...NO_ENDPOINTS }];
  return { create: [], update, remove: slices.filter((slice) => slice !== kept) };
}

/** The same for endpoints of any origin. */
export function planContents(wanted: readonly SliceContent[], slices: readonly EndpointSlice[]): SlicePlan {
  const create: SliceContent[] = [];
  const update: (SliceContent & { readonly slice: EndpointSlice })[] = [];
  const remove: EndpointSlice[] = [];
  const groups = groupByPorts(wanted);
  const left = new Set(slices);
  for (const [key, { ports, endpoints }] of groups) {
    const same = [...left].filter((slice) => portsKey(slice.ports ?? []) === key);
    for (const slice of same) left.delete(slice);
    const contents = same.map((slice) => ({ slice, endpoints: remainingEndpoints(slice, endpoints) }));
    const placed = new Set(contents.flatMap((content) => content.endpoints.map(identity)));
    const waiting = [...endpoints.values()].filter((endpoint) => !placed.has(identity(endpoint)));
    for (const { slice, endpoints: kept } of contents) {
      const filled = [...kept, ...waiting.splice(0, Math.max(0, MAX_ENDPOINTS - kept.length))];
      if (filled.length === 0) remove.push(slice);
      else if (!deepEqual(filled, slice.endpoints)) update.push({ slice, ports, endpoints: filled });
    }
    while (waiting.length > 0) create.push({ ports, endpoints: waiting.splice(0, MAX_ENDPOINTS) });
  }
  return { create, update, remove: [...remove, ...left] };
}

interface Group {
  readonly ports: readonly EndpointPort[];
  readonly endpoints: Map<string, Endpoint>;
}

function groupByPorts(contents: readonly SliceContent[]): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const { ports, endpoints } of contents) {
    const key = portsKey(ports);
    const group = groups.get(key) ?? { ports, endpoints: new Map<string, Endpoint>() };
    for (const endpoint of endpoints) group.endpoints.set(identity(endpoint), endpoint);
    groups.set(key, group);
  }
  return groups;
}

function remainingEndpoints(slice: EndpointSlice, wanted: ReadonlyMap<string, Endpoint>): readonly Endpoint[] {
  return slice.endpoints.map((endpoint) => wanted.get(identity(endpoint))).filter((endpoint) => endpoint !== undefined);
}

function toEndpoint({ pod, ip, ready, serving, terminating, hostname }: Backend, topology: SliceTopology): Endpoint {
  const { name = '', namespace = '', uid = '' } = pod.metadata;
  const nodeName = pod.spec?.nodeName;
  const zone = topology.zoneOf?.(pod);
  const hints = ready ? endpointHints(topology.trafficDistribution, { nodeName, zone }) : undefined;
  return {
    addresses: [ip],
    conditions: { ready, serving, terminating },
    ...(hostname && { hostname }),
    ...(nodeName && { nodeName }),
    targetRef: { kind: 'Pod', namespace, name, uid },
    ...(zone && { zone }),
    ...(hints && { hints }),
  };
}

interface EndpointPlace {
  readonly nodeName: string | undefined;
  readonly zone: string | undefined;
}

/** By `trafficDistribution`, whose traffic an endpoint prefers: that of its own zone or node. */
const HINTS: Readonly<Record<string, (place: EndpointPlace) => EndpointHints>> = {
  PreferClose: zoneHints,
  PreferSameZone: zoneHints,
  PreferSameNode: (place) => ({
    ...(place.nodeName && { forNodes: [{ name: place.nodeName }] }),
    ...zoneHints(place),
  }),
};

function zoneHints({ zone }: EndpointPlace): EndpointHints {
  return zone ? { forZones: [{ name: zone }] } : {};
}

function endpointHints(trafficDistribution: string | undefined, place: EndpointPlace): EndpointHints | undefined {
  const hints = HINTS[trafficDistribution ?? '']?.(place);
  return hints === undefined || Object.keys(hints).length === 0 ? undefined : hints;
}

function identity({ targetRef, addresses }: Endpoint): string {
  return `${targetRef?.uid} ${addresses[0]}`;
}

function portsKey(ports: readonly EndpointPort[]): string {
  const plain = ports.map(({ name = '', port, protocol = 'TCP', appProtocol = '' }) => [
    name,
    port,
    protocol,
    appProtocol,
  ]);
  return JSON.stringify(plain);
}

import { parseQuantity } from '@kubemin/kubeapi';
import type {
  Container,
  EnvFromSource,
  EnvVarSource,
  ObjectFieldSelector,
  Pod,
  ResourceFieldSelector,
  Service,
} from '@kubemin/kubeapi/types/core.v1';
import type { ConfigPlace } from './config-lookup.ts';
import { serviceVariables } from './service-variables.ts';

/** What variables are filled from. */
export interface EnvironmentSources {
  /** What an object holds; undefined where there is none. */
  values(place: ConfigPlace): ReadonlyMap<string, string> | undefined;
  /** The Service of the API server, if it is known. */
  readonly api?: Service | undefined;
  /** The services of a namespace. @default none */
  readonly services?: (namespace: string) => Iterable<Service>;
  /** What pods can have of the node: limits that a container does not have. @default its resources have no such defaults */
  readonly allocatable?: NodeAmounts | undefined;
}

/** Amounts of a node by the names of resources. */
export type NodeAmounts = Readonly<Record<string, string>>;

/** The variables of a container, as its node would give them to it; those that cannot be filled are left out. */
export function containerEnvironment(pod: Pod, name: string, sources: EnvironmentSources): ReadonlyMap<string, string> {
  const variables = new Map([
    ['HOSTNAME', pod.spec?.hostname ?? pod.metadata.name ?? ''],
    ...serviceVariables(pod, sources.api, sources.services ?? (() => [])),
  ]);
  const container = findContainer(pod, name);
  for (const from of container?.envFrom ?? []) {
    for (const [key, value] of valuesFrom(pod, from, sources)) variables.set(`${from.prefix ?? ''}${key}`, value);
  }
  for (const { name: variable, value, valueFrom } of container?.env ?? []) {
    const found =
      valueFrom === undefined ? expandVariables(value ?? '', variables) : valueAt(pod, name, valueFrom, sources);
    if (found !== undefined) variables.set(variable, found);
  }
  return variables;
}

function findContainer({ spec }: Pod, name: string): Container | undefined {
  const { containers = [], initContainers = [], ephemeralContainers = [] } = spec ?? {};
  return [...containers, ...initContainers, ...ephemeralContainers].find((one) => one.name === name);
}

function valuesFrom(
  { metadata: { namespace = '' } }: Pod,
  { configMapRef, secretRef }: EnvFromSource,
  sources: EnvironmentSources,
): ReadonlyMap<string, string> {
  const { name = '' } = configMapRef ?? secretRef ?? {};
  const kind = configMapRef === undefined ? 'secret' : 'configmap';
  return sources.values({ kind, namespace, name }) ?? new Map();
}

function valueAt(pod: Pod, container: string, from: EnvVarSource, sources: EnvironmentSources): string | undefined {
  const { configMapKeyRef, secretKeyRef } = from;
  if (from.fieldRef !== undefined || from.resourceFieldRef !== undefined)
    return downwardValue(pod, container, from, sources.allocatable);
  const { name = '', key } = configMapKeyRef ?? secretKeyRef ?? {};
  const kind = configMapKeyRef === undefined ? 'secret' : 'configmap';
  return sources.values({ kind, namespace: pod.metadata.namespace ?? '', name })?.get(key ?? '');
}

/** The value of a field of the pod, or of a resource of one of its containers; undefined where there is none. */
export function downwardValue(
  pod: Pod,
  container: string,
  { fieldRef, resourceFieldRef }: Pick<EnvVarSource, 'fieldRef' | 'resourceFieldRef'>,
  allocatable?: NodeAmounts,
): string | undefined {
  if (fieldRef !== undefined) return fieldValue(pod, fieldRef);
  return resourceFieldRef === undefined ? undefined : resourceValue(pod, container, resourceFieldRef, allocatable);
}

const FIELDS: Readonly<Record<string, (pod: Pod) => string | undefined>> = {
  'metadata.name': ({ metadata }) => metadata.name,
  'metadata.namespace': ({ metadata }) => metadata.namespace,
  'metadata.uid': ({ metadata }) => metadata.uid,
  'metadata.labels': ({ metadata }) => propertyLines(metadata.labels),
  'metadata.annotations': ({ metadata }) => propertyLines(metadata.annotations),
  'spec.nodeName': ({ spec }) => spec?.nodeName,
  'spec.serviceAccountName': ({ spec }) => spec?.serviceAccountName,
  'status.hostIP': ({ status }) => status?.hostIP,
  'status.hostIPs': ({ status }) => status?.hostIPs?.map(({ ip }) => ip).join(','),
  'status.podIP': ({ status }) => status?.podIP,
  'status.podIPs': ({ status }) => status?.podIPs?.map(({ ip }) => ip).join(','),
};

/** `key="value"` lines in the order of the keys, for volumes. */
function propertyLines(properties: Readonly<Record<string, string>> = {}): string {
  const keys = Object.keys(properties).toSorted();
  return keys.map((key) => `${key}=${JSON.stringify(properties[key])}`).join('\n');
}

function fieldValue(pod: Pod, { fieldPath }: ObjectFieldSelector): string | undefined {
  const [, map, key = ''] = /^metadata\.(labels|annotations)\['(.+)'\]$/.exec(fieldPath) ?? [];
  if (map !== undefined) return (map === 'labels' ? pod.metadata.labels : pod.metadata.annotations)?.[key] ?? '';
  return Object.hasOwn(FIELDS, fieldPath) ? FIELDS[fieldPath]?.(pod) : undefined;
}

/**
 * In whole pieces of the divisor, begun ones counted. A limit that neither the container nor the pod has is what the node
 * can give; a request that is not made is 0.
 */
function resourceValue(
  pod: Pod,
  container: string,
  field: ResourceFieldSelector,
  allocatable: NodeAmounts = {},
): string | undefined {
  const { containerName = container, resource, divisor = '1' } = field;
  const [, kind, name = ''] = /^(limits|requests)\.(.+)$/.exec(resource) ?? [];
  const found = findContainer(pod, containerName);
  if (found === undefined) return undefined;
  const limit = found.resources?.limits?.[name] ?? pod.spec?.resources?.limits?.[name] ?? allocatable[name];
  const amount = kind === 'limits' ? limit : (found.resources?.requests?.[name] ?? '0');
  if (amount === undefined) return undefined;
  const piece = parseQuantity(divisor).toNumber() || 1;
  return String(Math.ceil(parseQuantity(amount).toNumber() / piece));
}

/** `$(NAME)` stands for a variable that was named before, `$$` for a dollar. */
export function expandVariables(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\$\$|\$\(([^()]+)\)/g, (found, name: string | undefined) =>
    name === undefined ? '$' : (variables.get(name) ?? found),
  );
}

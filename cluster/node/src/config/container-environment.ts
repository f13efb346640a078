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

/** What variables are filled from. */
export interface EnvironmentSources {
  /** What an object holds; undefined where there is none. */
  values(place: ConfigPlace): ReadonlyMap<string, string> | undefined;
  /** The Service of the API server, if it is known. */
  readonly api?: Service | undefined;
  /** The Services of a namespace. @default none are known */
  services?(namespace: string): readonly Service[];
  /** What containers without limits can have: quantities by resource. @default nothing is known */
  readonly allocatable?: Readonly<Record<string, string>> | undefined;
}

/** The variables of a container, as its node would give them to it; those that cannot be filled are left out. */
export function containerEnvironment(pod: Pod, name: string, sources: EnvironmentSources): ReadonlyMap<string, string> {
  const variables = new Map([
    ['HOSTNAME', pod.spec?.hostname ?? pod.metadata.name ?? ''],
    ...serviceVariables(pod, sources),
    ...apiVariables(sources.api),
  ]);
  const { containers = [], initContainers = [], ephemeralContainers = [] } = pod.spec ?? {};
  const container: Container | undefined = [...containers, ...initContainers, ...ephemeralContainers].find(
    (one) => one.name === name,
  );
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

/** Where the API server is, as programs in pods look for it. */
function apiVariables(api: Service | undefined): readonly (readonly [string, string])[] {
  const { clusterIP: host, ports = [] } = api?.spec ?? {};
  const port = ports[0]?.port;
  if (host === undefined || port === undefined) return [];
  return [
    ['KUBERNETES_SERVICE_HOST', host],
    ['KUBERNETES_SERVICE_PORT', String(port)],
    ['KUBERNETES_SERVICE_PORT_HTTPS', String(port)],
    ['KUBERNETES_PORT', `tcp://${host}:${port}`],
  ];
}

/** Where the Services of the namespace are, as Docker once told programs of others. */
function serviceVariables(
  { metadata, spec }: Pod,
  sources: EnvironmentSources,
): readonly (readonly [string, string])[] {
  if (spec?.enableServiceLinks === false) return [];
  const services = sources.services?.(metadata.namespace ?? '') ?? [];
  return services.flatMap(({ metadata: { name = '' }, spec: { clusterIP = 'None', ports = [] } = {} }) => {
    const [first] = ports;
    if (clusterIP === 'None' || clusterIP === '' || first === undefined) return [];
    const prefix = name.toUpperCase().replaceAll('-', '_');
    const url = (protocol: string, port: number): string => `${protocol.toLowerCase()}://${clusterIP}:${port}`;
    return [
      [`${prefix}_SERVICE_HOST`, clusterIP] as const,
      [`${prefix}_SERVICE_PORT`, String(first.port)] as const,
      ...ports.flatMap(({ name: port, port: number }) =>
        port === undefined || port === ''
          ? []
          : [[`${prefix}_SERVICE_PORT_${port.toUpperCase().replaceAll('-', '_')}`, String(number)] as const],
      ),
      [`${prefix}_PORT`, url(first.protocol ?? 'TCP', first.port)] as const,
      ...ports.flatMap(({ protocol = 'TCP', port }) => {
        const key = `${prefix}_PORT_${port}_${protocol}`;
        return [
          [key, url(protocol, port)] as const,
          [`${key}_PROTO`, protocol.toLowerCase()] as const,
          [`${key}_PORT`, String(port)] as const,
          [`${key}_ADDR`, clusterIP] as const,
        ];
      }),
    ];
  });
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
  allocatable?: Readonly<Record<string, string>>,
): string | undefined {
  if (fieldRef !== undefined) return fieldValue(pod, fieldRef);
  if (resourceFieldRef === undefined) return undefined;
  return resourceValue(
    pod,
    { ...resourceFieldRef, containerName: resourceFieldRef.containerName ?? container },
    allocatable,
  );
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

/** In whole pieces of the divisor, begun ones counted. A container without a limit has what the pod, or else the node, can have. */
function resourceValue(
  { spec }: Pod,
  { containerName, resource, divisor = '1' }: ResourceFieldSelector,
  allocatable: Readonly<Record<string, string>> = {},
): string | undefined {
  const [, kind, name = ''] = /^(limits|requests)\.(.+)$/.exec(resource) ?? [];
  const all = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])];
  const { limits, requests } = all.find((one) => one.name === containerName)?.resources ?? {};
  const amount =
    kind === 'limits' ? (limits?.[name] ?? spec?.resources?.limits?.[name] ?? allocatable[name]) : requests?.[name];
  if (amount === undefined) return kind === 'requests' ? '0' : undefined;
  const piece = parseQuantity(divisor).toNumber() || 1;
  return String(Math.ceil(parseQuantity(amount).toNumber() / piece));
}

/** `$(NAME)` stands for a variable that was named before, `$$` for a dollar. */
export function expandVariables(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\$\$|\$\(([^()]+)\)/g, (found, name: string | undefined) =>
    name === undefined ? '$' : (variables.get(name) ?? found),
  );
}

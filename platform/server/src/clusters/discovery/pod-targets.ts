import type { TargetGroup } from '@kubemin/client';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';

const SCRAPE = 'prometheus.io/scrape';
const PORT = 'prometheus.io/port';
const PATH = 'prometheus.io/path';
const SCHEME = 'prometheus.io/scheme';
/** A label that asks for the same, with the port as its value. */
const PORT_LABEL = 'metricsPort';

const HIGHEST = 65_535;

interface ScrapedPort {
  readonly number: number;
  readonly name?: string | undefined;
  readonly container?: string | undefined;
}

/** Where a pod wants to be collected from: the port it names, else each one its containers declare. */
export function podTargets(pod: Pod): readonly TargetGroup[] {
  const { metadata, status } = pod;
  const { annotations = {}, labels = {} } = metadata;
  const asks = annotations[SCRAPE] === 'true' || parsePort(labels[PORT_LABEL]) !== undefined;
  const ip = status?.podIP ?? '';
  if (!asks || ip === '' || status?.phase !== 'Running') return [];
  const common = podLabels(pod, ip);
  return scrapedPorts(pod).map(({ number, name, container }) => ({
    targets: [targetAddress(ip, number)],
    labels: {
      ...common,
      __scheme__: annotations[SCHEME] === 'https' ? 'https' : 'http',
      __metrics_path__: parsePath(annotations[PATH]),
      __meta_kubernetes_pod_container_port_number: String(number),
      ...(name !== undefined && { __meta_kubernetes_pod_container_port_name: name }),
      ...(container !== undefined && { __meta_kubernetes_pod_container_name: container, container }),
    },
  }));
}

function scrapedPorts({ metadata, spec }: Pod): readonly ScrapedPort[] {
  const declared = (spec?.containers ?? []).flatMap((container) =>
    (container.ports ?? [])
      .filter(({ protocol = 'TCP' }) => protocol === 'TCP')
      .map(({ containerPort, name }) => ({ number: containerPort, name, container: container.name })),
  );
  const named = parsePort(metadata.annotations?.[PORT]) ?? parsePort(metadata.labels?.[PORT_LABEL]);
  if (named === undefined) return declared;
  return [declared.find(({ number }) => number === named) ?? { number: named }];
}

function podLabels({ metadata, spec, status }: Pod, ip: string): Readonly<Record<string, string>> {
  const { name = '', namespace = '', uid = '', labels, ownerReferences = [] } = metadata;
  const owner = ownerReferences.find(({ controller }) => controller === true);
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True';
  return {
    __meta_kubernetes_namespace: namespace,
    __meta_kubernetes_pod_name: name,
    __meta_kubernetes_pod_uid: uid,
    __meta_kubernetes_pod_ip: ip,
    __meta_kubernetes_pod_ready: String(ready),
    __meta_kubernetes_pod_phase: status?.phase ?? '',
    __meta_kubernetes_pod_node_name: spec?.nodeName ?? '',
    ...(owner && {
      __meta_kubernetes_pod_controller_kind: owner.kind,
      __meta_kubernetes_pod_controller_name: owner.name,
    }),
    ...prefixedLabels('__meta_kubernetes_pod_label_', labels),
    namespace,
    pod: name,
    node: spec?.nodeName ?? '',
  };
}

function parsePort(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,5}$/.test(text)) return undefined;
  const port = Number(text);
  return port > 0 && port <= HIGHEST ? port : undefined;
}

function parsePath(text = ''): string {
  if (text === '') return '/metrics';
  return text.startsWith('/') ? text : `/${text}`;
}

const ADDRESS_TYPES = ['InternalIP', 'InternalDNS', 'Hostname', 'ExternalIP'];
const METRICS_PATH = '/metrics/resource';

/** Where a node serves what it and its pods use; undefined for one without an address. */
export function nodeTarget({ metadata, status }: Node): TargetGroup | undefined {
  const port = status?.daemonEndpoints?.kubeletEndpoint?.Port ?? 0;
  const addresses = status?.addresses ?? [];
  const found = ADDRESS_TYPES.flatMap((type) => addresses.find((each) => each.type === type) ?? [])[0];
  if (port === 0 || found === undefined) return undefined;
  const name = metadata.name ?? '';
  return {
    targets: [targetAddress(found.address, port)],
    labels: {
      __scheme__: 'https',
      __metrics_path__: METRICS_PATH,
      __meta_kubernetes_node_name: name,
      ...Object.fromEntries(addresses.map((each) => [`__meta_kubernetes_node_address_${each.type}`, each.address])),
      ...prefixedLabels('__meta_kubernetes_node_label_', metadata.labels),
      node: name,
    },
  };
}

/** The name of a Kubernetes label as Prometheus can have it: `kubernetes.io/os` becomes `kubernetes_io_os`. */
function labelName(prefix: string, name: string): string {
  return `${prefix}${name.replaceAll(/[^a-zA-Z0-9_]/g, '_')}`;
}

/** All labels of an object below a prefix. */
function prefixedLabels(
  prefix: string,
  labels: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [labelName(prefix, name), value]));
}

/** Where something listens; addresses with colons stand in brackets. */
function targetAddress(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

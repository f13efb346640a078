import { parseQuantity } from '@kubemin/kubeapi';
import type { Container, Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import { counter, formatFamilies, gauge, type MetricSeries } from './metric-families.ts';
import type { StatsSummary } from './stats-summary.ts';

/** What the metrics of a node are made from. */
export interface MeasuredNode {
  readonly name: string;
  /** Undefined while nothing is known about it. */
  readonly node: Node | undefined;
  /** Those bound to it. */
  readonly pods: readonly Pod[];
  readonly summary: StatsSummary;
}

/** What a kubelet states of itself at `/metrics`, besides what it counts. */
export function kubeletMetrics({ name, node, pods, summary }: MeasuredNode): string {
  const version = node?.status?.nodeInfo?.kubeletVersion ?? '';
  const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/.exec(version) ?? [];
  const running = summary.pods.flatMap(({ containers }) => containers).length;
  return formatFamilies([
    gauge(
      'kubernetes_build_info',
      'A metric with a constant 1 value labeled by major, minor, git version and platform',
      [{ labels: { git_version: version, major, minor, platform: platform(node) }, value: 1 }],
    ),
    gauge('kubelet_node_name', '[ALPHA] The node name. The count is always 1.', [{ labels: { node: name }, value: 1 }]),
    gauge('kubelet_desired_pods', '[ALPHA] The number of pods the kubelet is being instructed to run.', [
      { labels: { static: '' }, value: pods.filter((pod) => !isStatic(pod)).length },
      { labels: { static: 'true' }, value: pods.filter(isStatic).length },
    ]),
    gauge('kubelet_running_pods', '[ALPHA] Number of pods that have a running pod sandbox', [
      { labels: {}, value: summary.pods.length },
    ]),
    gauge('kubelet_running_containers', '[ALPHA] Number of containers currently running', [
      { labels: { container_state: 'running' }, value: running },
    ]),
  ]);
}

function platform(node: Node | undefined): string {
  const { operatingSystem = 'linux', architecture = '' } = node?.status?.nodeInfo ?? {};
  return `${operatingSystem}/${architecture}`;
}

function isStatic({ metadata }: Pod): boolean {
  return metadata.annotations?.['kubernetes.io/config.source'] === 'file';
}

/** What containers, pods and the machine use, with the names of cAdvisor, at `/metrics/cadvisor`. */
export function cadvisorMetrics({ node, pods, summary }: MeasuredNode): string {
  const {
    machineID = '',
    bootID = '',
    systemUUID = '',
    kernelVersion = '',
    osImage = '',
  } = node?.status?.nodeInfo ?? {};
  const machine = { boot_id: bootID, machine_id: machineID, system_uuid: systemUUID };
  const containers = summary.pods.flatMap(({ podRef, containers: all }) => {
    const pod = pods.find(({ metadata }) => metadata.uid === podRef.uid);
    return all.map((stats) => {
      const container = [...(pod?.spec?.containers ?? []), ...(pod?.spec?.initContainers ?? [])].find(
        ({ name }) => name === stats.name,
      );
      const { name: podName, namespace, uid } = podRef;
      const image = container?.image ?? '';
      const id = `/kubepods/pod${uid}/${stats.name}`;
      const name = `k8s_${stats.name}_${podName}_${namespace}_${uid}`;
      return { stats, container, labels: { container: stats.name, id, image, name, namespace, pod: podName } };
    });
  });
  const root = { container: '', id: '/', image: '', name: '', namespace: '', pod: '' };
  const used = [...containers.map(({ stats, labels }) => ({ labels, ...stats })), { labels: root, ...summary.node }];
  const limits = (read: (container: Container) => number | undefined): readonly MetricSeries[] =>
    containers.flatMap(({ container, labels }) => {
      const value = container === undefined ? undefined : read(container);
      return value === undefined ? [] : [{ labels, value }];
    });
  return formatFamilies([
    gauge('cadvisor_version_info', "A metric with a constant '1' value labeled by kernel version, OS version.", [
      { labels: { kernelVersion, osVersion: osImage }, value: 1 },
    ]),
    counter(
      'container_cpu_usage_seconds_total',
      'Cumulative cpu time consumed in seconds.',
      used.map(({ labels, cpu }) => ({
        labels: { ...labels, cpu: 'total' },
        value: cpu.usageCoreNanoSeconds / 1e9,
        at: Date.parse(cpu.time),
      })),
    ),
    gauge(
      'container_memory_working_set_bytes',
      'Current working set in bytes.',
      used.map(({ labels, memory }) => ({ labels, value: memory.workingSetBytes, at: Date.parse(memory.time) })),
    ),
    gauge(
      'container_last_seen',
      'Last time a container was seen by the exporter',
      used.map(({ labels, cpu }) => ({ labels, value: Math.floor(Date.parse(cpu.time) / 1000) })),
    ),
    gauge(
      'container_start_time_seconds',
      'Start time of the container since unix epoch in seconds.',
      containers.map(({ labels, stats }) => ({ labels, value: Math.floor(Date.parse(stats.startTime) / 1000) })),
    ),
    gauge(
      'container_spec_memory_limit_bytes',
      'Memory limit for the container.',
      limits(({ resources }) => quantity(resources?.limits?.memory) ?? 0),
    ),
    gauge(
      'container_spec_cpu_period',
      'CPU period of the container.',
      limits(({ resources }) => (resources?.limits?.cpu === undefined ? undefined : CPU_PERIOD)),
    ),
    gauge(
      'container_spec_cpu_quota',
      'CPU quota of the container.',
      limits(({ resources }) => {
        const cores = quantity(resources?.limits?.cpu);
        return cores === undefined ? undefined : cores * CPU_PERIOD;
      }),
    ),
    gauge('container_scrape_error', '1 if there was an error while getting container metrics, 0 otherwise', [
      { labels: {}, value: 0 },
    ]),
    gauge('machine_cpu_cores', 'Number of logical CPU cores.', capacity(node, 'cpu', machine)),
    gauge('machine_memory_bytes', 'Amount of memory installed on the machine.', capacity(node, 'memory', machine)),
  ]);
}

/** In microseconds, as everywhere. */
const CPU_PERIOD = 100_000;

function capacity(node: Node | undefined, resource: string, labels: MetricSeries['labels']): readonly MetricSeries[] {
  const value = quantity(node?.status?.capacity?.[resource]);
  return value === undefined ? [] : [{ labels, value }];
}

function quantity(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseQuantity(text).toNumber();
}

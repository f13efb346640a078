import { counter, formatFamilies, gauge, type MetricSeries } from './metric-families.ts';
import type { StatsSummary, UsageStats } from './stats-summary.ts';

/** The metrics of a summary, as a kubelet exposes them at `/metrics/resource`. */
export function resourceMetrics({ node, pods }: StatsSummary): string {
  const containers = pods.flatMap(({ podRef: { name: pod, namespace }, containers: all }) =>
    all.map((each) => ({ ...each, labels: { container: each.name, namespace, pod } })),
  );
  const wholePods = pods.map((each) => ({
    ...each,
    labels: { namespace: each.podRef.namespace, pod: each.podRef.name },
  }));
  return formatFamilies([
    counter(
      'container_cpu_usage_seconds_total',
      '[STABLE] Cumulative cpu time consumed by the container in core-seconds',
      containers.map(({ labels, cpu }) => processorTime(labels, cpu)),
    ),
    gauge(
      'container_memory_working_set_bytes',
      '[STABLE] Current working set of the container in bytes',
      containers.map(({ labels, memory }) => workingSet(labels, memory)),
    ),
    gauge(
      'container_start_time_seconds',
      '[STABLE] Start time of the container since unix epoch in seconds',
      containers.map(({ labels, startTime }) => ({ labels, value: Date.parse(startTime) / 1000 })),
    ),
    counter('node_cpu_usage_seconds_total', '[STABLE] Cumulative cpu time consumed by the node in core-seconds', [
      processorTime({}, node.cpu),
    ]),
    gauge('node_memory_working_set_bytes', '[STABLE] Current working set of the node in bytes', [
      workingSet({}, node.memory),
    ]),
    counter(
      'pod_cpu_usage_seconds_total',
      '[STABLE] Cumulative cpu time consumed by the pod in core-seconds',
      wholePods.map(({ labels, cpu }) => processorTime(labels, cpu)),
    ),
    gauge(
      'pod_memory_working_set_bytes',
      '[STABLE] Current working set of the pod in bytes',
      wholePods.map(({ labels, memory }) => workingSet(labels, memory)),
    ),
    gauge('resource_scrape_error', '[STABLE] 1 if there was an error while getting container metrics, 0 otherwise', [
      { labels: {}, value: 0 },
    ]),
  ]);
}

function processorTime(labels: MetricSeries['labels'], cpu: UsageStats['cpu']): MetricSeries {
  return { labels, value: cpu.usageCoreNanoSeconds / 1e9, at: Date.parse(cpu.time) };
}

function workingSet(labels: MetricSeries['labels'], memory: UsageStats['memory']): MetricSeries {
  return { labels, value: memory.workingSetBytes, at: Date.parse(memory.time) };
}

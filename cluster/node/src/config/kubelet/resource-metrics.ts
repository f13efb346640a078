import type { StatsSummary } from './stats-summary.ts';

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly samples: readonly Sample[];
}

/**
 * The metrics of a summary, as a kubelet exposes them at `/metrics/resource`. Processor time follows from what is
 * used now: it starts again from zero when a rule changes that, as counters may.
 */
export function resourceMetrics({ node, pods }: StatsSummary, now: number): string {
  const containers = pods.flatMap(({ podRef: { name: pod, namespace }, containers: all }) =>
    all.map((each) => ({
      labels: { container: each.name, namespace, pod },
      seconds: (each.cpu.usageNanoCores / 1e9) * Math.max(0, (now - Date.parse(each.startTime)) / 1000),
      bytes: each.memory.workingSetBytes,
      startedSeconds: Date.parse(each.startTime) / 1000,
    })),
  );
  const families: readonly Family[] = [
    {
      name: 'container_cpu_usage_seconds_total',
      help: 'Cumulative cpu time consumed by the container in core-seconds',
      type: 'counter',
      samples: containers.map(({ labels, seconds }) => ({ labels, value: seconds })),
    },
    {
      name: 'container_memory_working_set_bytes',
      help: 'Current working set of the container in bytes',
      type: 'gauge',
      samples: containers.map(({ labels, bytes }) => ({ labels, value: bytes })),
    },
    {
      name: 'container_start_time_seconds',
      help: 'Start time of the container since unix epoch in seconds',
      type: 'gauge',
      samples: containers.map(({ labels, startedSeconds }) => ({ labels, value: startedSeconds })),
    },
    {
      name: 'node_cpu_usage_seconds_total',
      help: 'Cumulative cpu time consumed by the node in core-seconds',
      type: 'counter',
      samples: [{ labels: {}, value: containers.reduce((sum, { seconds }) => sum + seconds, 0) }],
    },
    {
      name: 'node_memory_working_set_bytes',
      help: 'Current working set of the node in bytes',
      type: 'gauge',
      samples: [{ labels: {}, value: node.memory.workingSetBytes }],
    },
    {
      name: 'resource_scrape_error',
      help: '1 if there was an error while getting container metrics, 0 otherwise',
      type: 'gauge',
      samples: [{ labels: {}, value: 0 }],
    },
  ];
  return families.map(familyText).join('');
}

function familyText({ name, help, type, samples }: Family): string {
  const lines = samples.map(({ labels, value }) => `${name}${labelText(labels)} ${value}\n`);
  return `# HELP ${name} [STABLE] ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

/** Names of objects need no escaping. */
function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

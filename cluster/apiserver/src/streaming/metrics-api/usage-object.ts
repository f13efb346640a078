import { formatQuantity, type KubeObject, Quantity } from '@kubemin/kubeapi';
import type { NodeSummary, PodSummary, Usage } from './node-summary.ts';

const API_VERSION = 'metrics.k8s.io/v1beta1';
const NANOS = 1_000_000_000n;
const KIBI = 1024;

/** Amounts by resource. */
type Amounts = Readonly<Record<string, string>>;

/** What a node uses, as metrics.k8s.io shows it; undefined when it was not measured. */
export function nodeMetrics(
  node: KubeObject,
  summary: NodeSummary | undefined,
  windowMs: number,
): (KubeObject & { readonly usage: Amounts }) | undefined {
  if (summary?.node === undefined) return undefined;
  return { ...head('NodeMetrics', node, { timestamp: summary.node.time, windowMs }), usage: amounts(summary.node) };
}

/** What the containers of a pod use; undefined when none was measured. */
export function podMetrics(
  pod: KubeObject,
  summary: PodSummary | undefined,
  windowMs: number,
): (KubeObject & { readonly containers: readonly { readonly name: string; readonly usage: Amounts }[] }) | undefined {
  const [first] = summary?.containers ?? [];
  if (summary === undefined || first === undefined) return undefined;
  const containers = summary.containers.map(({ name, usage }) => ({ name, usage: amounts(usage) }));
  return { ...head('PodMetrics', pod, { timestamp: first.usage.time, windowMs }), containers };
}

/** When something was measured, and over how long. */
interface Measured {
  readonly timestamp: string;
  readonly windowMs: number;
}

function head(kind: string, { metadata }: KubeObject, { timestamp, windowMs }: Measured) {
  const { name = '', namespace, labels, creationTimestamp } = metadata;
  return {
    apiVersion: API_VERSION,
    kind,
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      ...(creationTimestamp !== undefined && { creationTimestamp }),
      ...(labels !== undefined && { labels }),
    },
    timestamp,
    window: `${windowMs / 1000}s`,
  };
}

function amounts({ cpuNanoCores, memoryBytes }: Usage): Amounts {
  const kibi = BigInt(Math.ceil(memoryBytes / KIBI));
  return {
    cpu: formatQuantity(new Quantity(BigInt(Math.round(cpuNanoCores)), 'DecimalSI')),
    memory: formatQuantity(new Quantity(kibi * BigInt(KIBI) * NANOS, 'BinarySI')),
  };
}

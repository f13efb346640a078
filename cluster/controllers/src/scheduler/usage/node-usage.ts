import type { KubeClient } from '@kubemin/kube';
import { isJsonObject, metricsApi, parseQuantity, resourcePath, statusErrorFromResponse } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { UsageSource } from './live-usage.ts';
import type { MeasuredResource, UsageReading } from './usage-reader.ts';

/** So many nodes are asked for their disks at once. */
const AT_ONCE = 16;

/** Reads what nodes use from the resource metrics API, and their disks from the nodes themselves. */
export function nodeUsage(
  client: KubeClient,
  nodes: () => readonly string[],
): Readonly<Record<MeasuredResource, UsageSource>> {
  return {
    cpu: (signal) => metrics(client, 'cpu', signal),
    memory: (signal) => metrics(client, 'memory', signal),
    disk: (signal) => disks(client, nodes(), signal),
  };
}

async function metrics(
  client: KubeClient,
  resource: 'cpu' | 'memory',
  signal: AbortSignal,
): Promise<ReadonlyMap<string, UsageReading>> {
  const { items } = await client.resource(metricsApi.nodes).list({ signal });
  const readings = new Map<string, UsageReading>();
  for (const { metadata, usage } of items) {
    const text = usage?.[resource];
    if (text === undefined) continue;
    const quantity = parseQuantity(text);
    const amount = Number(resource === 'cpu' ? quantity.millis() : quantity.units());
    readings.set(metadata.name ?? '', { kind: 'used', amount });
  }
  return readings;
}

async function disks(
  client: KubeClient,
  nodes: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, UsageReading>> {
  const readings = new Map<string, UsageReading>();
  const failures: unknown[] = [];
  const left = [...nodes];
  const work = async (): Promise<void> => {
    for (let name = left.pop(); name !== undefined && !signal.aborted; name = left.pop()) {
      try {
        const amount = await freeDisk(client, name, signal);
        if (amount !== undefined) readings.set(name, { kind: 'free', amount });
      } catch (thrown) {
        failures.push(thrown);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  // Nodes that do not answer are left out: there are always some that are down, and the others are no less full.
  const [failure] = failures;
  if (failure !== undefined && readings.size === 0) throw failure;
  return readings;
}

async function freeDisk({ handler }: KubeClient, name: string, signal: AbortSignal): Promise<number | undefined> {
  const path = `${resourcePath(core.v1.nodes, { name, subresource: 'proxy' })}/stats/summary`;
  const headers = { accept: 'application/json' };
  const answer = await handler({ method: 'GET', path, query: new URLSearchParams(), headers, signal });
  const body: unknown =
    answer.kind === 'object' ? answer.object : answer.kind === 'text' ? parsed(answer.text) : undefined;
  if (answer.status !== 200) throw statusErrorFromResponse(answer.status, body);
  const fs = isJsonObject(body) && isJsonObject(body.node) ? body.node.fs : undefined;
  const free = isJsonObject(fs) ? fs.availableBytes : undefined;
  return typeof free === 'number' ? free : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

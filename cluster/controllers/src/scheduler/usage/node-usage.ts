import type { Clock } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { isJsonObject, metricsApi, parseQuantity, resourcePath, statusErrorFromResponse } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { UsageSource } from './live-usage.ts';
import type { MeasuredResource, UsageReading } from './usage-reader.ts';

/** So many nodes are asked for their disks at once. */
const AT_ONCE = 16;

/** The source of measurements, and the clock for those without a time. */
export interface NodeUsageOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  nodes(): readonly string[];
}

/** Reads what nodes use from the resource metrics API, and their disks from the nodes themselves. */
export function nodeUsage(options: NodeUsageOptions): Readonly<Record<MeasuredResource, UsageSource>> {
  return {
    cpu: (signal) => metrics(options, 'cpu', signal),
    memory: (signal) => metrics(options, 'memory', signal),
    disk: (signal) => disks(options, signal),
  };
}

async function metrics(
  { client, clock }: NodeUsageOptions,
  resource: 'cpu' | 'memory',
  signal: AbortSignal,
): Promise<ReadonlyMap<string, UsageReading>> {
  const { items } = await client.resource(metricsApi.nodes).list({ signal });
  const readings = new Map<string, UsageReading>();
  for (const { metadata, usage, timestamp } of items) {
    const text = usage?.[resource];
    if (text === undefined) continue;
    const quantity = parseQuantity(text);
    const amount = Number(resource === 'cpu' ? quantity.millis() : quantity.units());
    readings.set(metadata.name ?? '', { kind: 'used', amount, atMs: parseTime(timestamp, clock) });
  }
  return readings;
}

async function disks(options: NodeUsageOptions, signal: AbortSignal): Promise<ReadonlyMap<string, UsageReading>> {
  const readings = new Map<string, UsageReading>();
  const failures: unknown[] = [];
  const left = [...options.nodes()];
  const work = async (): Promise<void> => {
    for (let name = left.pop(); name !== undefined && !signal.aborted; name = left.pop()) {
      try {
        const reading = await freeDisk(options, name, signal);
        if (reading !== undefined) readings.set(name, reading);
      } catch (thrown) {
        failures.push(thrown);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  // Nodes that do not respond are left out: there are always some that are down, and the others are no less full.
  const [failure] = failures;
  if (failure !== undefined && readings.size === 0) throw failure;
  return readings;
}

async function freeDisk(
  { client, clock }: NodeUsageOptions,
  name: string,
  signal: AbortSignal,
): Promise<UsageReading | undefined> {
  const path = `${resourcePath(core.v1.nodes, { name, subresource: 'proxy' })}/stats/summary`;
  const headers = { accept: 'application/json' };
  const response = await client.handler({ method: 'GET', path, query: new URLSearchParams(), headers, signal });
  const body: unknown =
    response.kind === 'object' ? response.object : response.kind === 'text' ? parseJson(response.text) : undefined;
  if (response.status !== 200) throw statusErrorFromResponse(response.status, body);
  const fs = isJsonObject(body) && isJsonObject(body.node) ? body.node.fs : undefined;
  const { availableBytes, time } = isJsonObject(fs) ? fs : {};
  return typeof availableBytes === 'number'
    ? { kind: 'free', amount: availableBytes, atMs: parseTime(time, clock) }
    : undefined;
}

function parseTime(text: unknown, clock: Clock): number {
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? clock.now() : time;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

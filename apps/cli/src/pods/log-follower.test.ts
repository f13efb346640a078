import { systemClock, systemRandom } from '@kubemin/base';
import { createKubeClient } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { followLogs } from './log-follower.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
});
afterAll(() => cluster.close());

/** A line that is cut in the middle of what it carries, the first times. */
function breaking(handler: ApiHandler, times: number): { readonly handler: ApiHandler; cuts(): number } {
  let cuts = 0;
  return {
    cuts: () => cuts,
    handler: async (request) => {
      const response = await handler(request);
      if (response.kind !== 'stream' || cuts >= times) return response;
      cuts += 1;
      return { ...response, body: half(response.body) };
    },
  };
}

async function* half(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let whole = 2;
  for await (const bytes of body) {
    if (whole > 0) yield bytes;
    else yield bytes.subarray(0, Math.ceil(bytes.byteLength / 2));
    if (whole === 0) throw new Error('the connection broke');
    whole -= 1;
  }
}

it('lines of a log whose connection breaks again and again come once each, in order, none left out', async () => {
  const pods = cluster.client.resource(core.v1.pods, 'default');
  await pods.create({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'talker',
      labels: { app: 'talker' },
      annotations: { 'kubemin.io/simulate-logs': 'line {n}', 'kubemin.io/simulate-log-interval': '100ms' },
    },
    spec: { containers: [{ name: 'main', image: 'registry.test/app:1' }] },
  });
  const line = breaking(cluster.client.handler, 3);
  const enough = new AbortController();
  const seen: string[] = [];
  const following = followLogs(
    { clock: systemClock, random: systemRandom, interrupted: enough.signal },
    {
      client: createKubeClient(line.handler),
      selection: { kind: 'application', namespace: 'default', labelSelector: 'app=talker' },
      part: {},
      containers: () => ['main'],
      onLine: (_name, { text }) => seen.push(text),
      onLeftOut: () => undefined,
    },
  );
  await eventually(() => line.cuts() === 3 && seen.length > 30);
  enough.abort();
  await following;
  expect(seen).toEqual(seen.map((_, at) => `line ${at}`));
});

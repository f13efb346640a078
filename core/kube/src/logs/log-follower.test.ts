import { systemClock, systemRandom } from '@kubemin/base';
import type { ApiHandler } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKubeClient } from '../client/index.ts';
import { followPodLogs, type LogFollowing } from './log-follower.ts';
import type { LogMark } from './log-position.ts';

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
  const following = followPodLogs({
    ...{ clock: systemClock, random: systemRandom, signal: enough.signal },
    client: createKubeClient(line.handler),
    namespace: 'default',
    labelSelector: 'app=talker',
    part: {},
    containers: () => ['main'],
    onLine: (_log, { text }) => void seen.push(text),
  });
  await eventually(() => line.cuts() === 3 && seen.length > 30);
  enough.abort();
  await following;
  expect(seen).toEqual(seen.map((_, at) => `line ${at}`));
});

async function createPod(name: string, annotations: Readonly<Record<string, string>>, restartPolicy = 'Always') {
  await cluster.client.resource(core.v1.pods, 'default').create({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: { app: name.split('-', 1)[0] ?? '' }, annotations },
    spec: { restartPolicy, containers: [{ name: 'main', image: 'registry.test/app:1' }] },
  });
}

/** Follows until the test has seen enough. */
function follow(app: string, options: Partial<LogFollowing> = {}) {
  const enough = new AbortController();
  const seen: string[] = [];
  const marks = new Map<string, LogMark>();
  const following = followPodLogs({
    ...{ clock: systemClock, random: systemRandom, signal: enough.signal },
    client: cluster.client,
    namespace: 'default',
    labelSelector: `app=${app}`,
    part: {},
    containers: () => ['main'],
    onLine: ({ pod }, { text }, mark) => {
      seen.push(`${pod}: ${text}`);
      if (mark !== undefined) marks.set(pod, mark);
    },
    ...options,
  });
  const stop = async () => {
    enough.abort();
    await following;
  };
  return { seen, marks, following, stop };
}

it('another follower goes on from the marks of the first: no line is lost or repeated, and a new pod is read whole', async () => {
  const writing = { 'kubemin.io/simulate-logs': 'line {n}', 'kubemin.io/simulate-log-interval': '50ms' };
  await createPod('two-a', writing);
  const first = follow('two');
  await eventually(() => first.seen.length > 5);
  await first.stop();
  await createPod('two-b', writing);
  const second = follow('two', { marks: { find: ({ metadata }) => first.marks.get(metadata.name ?? '') } });
  await eventually(() => second.seen.filter((text) => text.startsWith('two-b')).length > 5);
  await second.stop();
  const all = [...first.seen, ...second.seen];
  for (const pod of ['two-a', 'two-b']) {
    const lines = all.filter((text) => text.startsWith(pod));
    expect(lines).toEqual(lines.map((_, at) => `${pod}: line ${at}`));
  }
});

it('only new lines are read of a log that is followed from its end', async () => {
  await createPod('end-a', { 'kubemin.io/simulate-logs': 'line {n}', 'kubemin.io/simulate-log-interval': '50ms' });
  const before = follow('end');
  await eventually(() => before.seen.length > 3);
  const { seen, stop } = follow('end', { part: { tailLines: 0 } });
  await eventually(() => seen.length > 3);
  await Promise.all([stop(), before.stop()]);
  const start = Number(/\d+$/.exec(seen[0] ?? '')?.[0]);
  expect(start).toBeGreaterThan(3);
  expect(seen).toEqual(seen.map((_, at) => `end-a: line ${start + at}`));
});

it('what a container wrote before its restarts is read, as far as Kubernetes keeps it', async () => {
  const pods = cluster.client.resource(core.v1.pods, 'default');
  const created = await pods.create({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'restarted', labels: { app: 'restarted' } },
    spec: { schedulerName: 'none', containers: [{ name: 'main', image: 'registry.test/app:1' }] },
  });
  const started = { startedAt: '2026-01-01T00:00:00Z' };
  const setStatus = async (restartCount: number): Promise<void> => {
    const common = { name: 'main', image: 'registry.test/app:1', imageID: '', ready: true, restartCount };
    const terminated = { exitCode: 1, finishedAt: '2026-01-01T00:00:01Z' };
    const lastState = restartCount > 0 ? { terminated } : {};
    const containerStatuses = [{ ...common, state: { running: started }, lastState }];
    await pods.update(
      { ...created, metadata: { name: 'restarted' }, status: { containerStatuses } },
      { subresource: 'status' },
    );
  };
  const time = (second: number): string => `2026-01-01T00:00:0${second}.000000000Z`;
  let lives = [`${time(0)} first\n`];
  const client = createKubeClient(async (request) => {
    if (!request.path.endsWith('/restarted/log')) return cluster.handler(request);
    const text = lives.at(request.query.get('previous') === 'true' ? -2 : -1) ?? '';
    return { kind: 'stream', status: 200, headers: {}, body: cutOff(text) };
  });
  await setStatus(0);
  const { seen, stop } = follow('restarted', { client });
  await eventually(() => seen.length === 1);
  // The container has crashed twice before the connection is opened again.
  lives = [`${time(0)} first\n`, `${time(1)} second\n`, `${time(2)} third\n`];
  await setStatus(2);
  await eventually(() => seen.length === 3);
  await stop();
  expect(seen).toEqual(['restarted: first', 'restarted: second', 'restarted: third']);
});

async function* cutOff(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

it('following one pod ends when it is gone; logs beyond the limit are named and take free places', async () => {
  await createPod('limit-a', { 'kubemin.io/simulate-logs': 'a' });
  await createPod('limit-b', { 'kubemin.io/simulate-logs': 'b' });
  const pods = cluster.client.resource(core.v1.pods, 'default');
  for (const name of ['limit-a', 'limit-b']) {
    await eventually(async () => (await pods.get(name)).status?.phase === 'Running');
  }
  const leftOut: string[] = [];
  const limited = follow('limit', { maxLogs: 1, onLeftOut: ({ pod }) => void leftOut.push(pod) });
  await eventually(() => leftOut.length === 1 && limited.seen.length === 1);
  const [other = ''] = ['limit-a', 'limit-b'].filter((name) => !leftOut.includes(name));
  const one = follow('', { labelSelector: undefined, fieldSelector: `metadata.name=${other}`, endsWithPod: true });
  await eventually(() => one.seen.length === 1);
  await pods.delete(other, { gracePeriodSeconds: 0 });
  await one.following;
  await eventually(() => limited.seen.length === 2);
  await limited.stop();
});

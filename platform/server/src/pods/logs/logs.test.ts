import { systemClock } from '@kubemin/base';
import type { LogMessage } from '@kubemin/client';
import { core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { TOKEN } from '../../test-support/test-platform.ts';
import { forbidding, type PodPlatform, startPodPlatform } from '../test-support/pod-platform.ts';
import { printableText, sinceTime } from './log-reader.ts';
import { StreamMarks } from './stream-marks.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
});
afterAll(() => cluster.close());

const WRITING = { 'kubemin.io/simulate-logs': '{pod} line {n}', 'kubemin.io/simulate-log-interval': '40ms' };

test('lines of all containers come together in the order of time, filtered and bounded', async () => {
  const platform = await startPodPlatform(cluster);
  const appId = await platform.save('shop', 'a');
  await platform.createPod(appId, 'read-1', { annotations: { 'kubemin.io/simulate-logs': 'one\ntwo\nthree' } });
  await platform.createPod(appId, 'read-2', {
    component: 'worker',
    annotations: { 'kubemin.io/simulate-logs': 'four\n\u001b[31mfive' },
    spec: {
      containers: [
        { name: 'main', image: 'registry.test/app:1' },
        { name: 'side', image: 'registry.test/side:1' },
      ],
    },
  });
  const texts = async (filter: Parameters<PodPlatform['client']['applicationLogs']>[1] = {}) =>
    (await platform.client.applicationLogs(appId, filter)).lines.map(({ pod, text }) => `${pod} ${text}`);
  expect(await texts()).toEqual(['read-1 one', 'read-1 two', 'read-1 three', 'read-2 four', 'read-2 \u001b[31mfive']);
  expect(await texts({ component: 'web', tail: 2 })).toEqual(['read-1 two', 'read-1 three']);
  expect(await texts({ pod: 'read-2', q: 'iv' })).toEqual(['read-2 \u001b[31mfive']);
  expect(await texts({ pod: 'read-2', container: 'side' })).toHaveLength(2);
  expect(await texts({ pod: 'read-2', allContainers: true })).toHaveLength(4);
  expect(await texts({ until: '2020-01-01T00:00:00Z' })).toEqual([]);
  expect(await texts({ since: '1h', until: '2999-01-01T00:00:00Z' })).toHaveLength(5);
  const cut = await platform.client.applicationLogs(appId, { tail: 1 });
  expect(cut).toMatchObject({ truncated: true, lines: [{ component: 'worker', container: 'main' }] });

  const refused = async (filter: Parameters<PodPlatform['client']['applicationLogs']>[1]) =>
    platform.client.applicationLogs(appId, filter).then(
      () => 'read',
      (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
    );
  const other = await platform.save('other', 'b');
  await platform.createPod(other, 'read-3');
  expect(await refused({ pod: 'read-3' })).toBe('POD_NOT_FOUND');
  expect(await refused({ pod: 'none' })).toBe('POD_NOT_FOUND');
  expect(await refused({ pod: '../secrets' })).toBe('BAD_REQUEST');
  expect(await refused({ container: 'none' })).toBe('CONTAINER_NOT_FOUND');
  expect(await refused({ pod: 'read-1', previous: true })).toBe('LOG_NOT_FOUND');
  expect(await refused({ since: 'yesterday' })).toBe('BAD_REQUEST');
  expect(await platform.client.applicationLogs(appId, { previous: true })).toMatchObject({
    lines: [],
    leftOut: [{ pod: 'read-1', reason: 'the container has not restarted' }, { pod: 'read-2' }],
  });
  const viewer = await platform.user('viewer-of-b', [{ project: 'b', role: 'viewer' }]);
  await expect(viewer.client.applicationLogs(appId)).rejects.toMatchObject({ code: 'APPLICATION_NOT_FOUND' });
});

test('a platform that may not read logs names the right it lacks', async () => {
  const platform = await startPodPlatform(cluster, { kube: forbidding(cluster, /\/log$/) });
  const appId = await platform.save('narrow');
  await platform.createPod(appId, 'narrow-1');
  await expect(platform.client.applicationLogs(appId)).rejects.toMatchObject({
    code: 'CLUSTER_FORBIDS',
    message: expect.stringContaining('get pods/log'),
  });
});

interface Message {
  readonly id: string;
  readonly data: LogMessage;
}

/** Collects the messages of followed logs over server-sent events. */
async function followOverSse({ url }: PodPlatform, path: string, lastEventId: string) {
  const gone = new AbortController();
  onTestFinished(() => gone.abort());
  const response = await fetch(`${url}${path}`, {
    headers: { authorization: `Bearer ${TOKEN}`, ...(lastEventId !== '' && { 'last-event-id': lastEventId }) },
    signal: gone.signal,
  });
  expect(response.status).toBe(200);
  const messages: Message[] = [];
  const read = async (): Promise<void> => {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const parts = `${text}${chunk}`.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const [, id = '', data] = /^id: (.*)\nevent: .*\ndata: (.*)$/.exec(part) ?? [];
        if (data !== undefined) messages.push({ id, data: JSON.parse(data) });
      }
    }
  };
  const ended = read().catch(() => undefined);
  return { messages, ended, stop: () => gone.abort() };
}

/** The same over a WebSocket. */
async function followOverSocket({ url }: PodPlatform, path: string, lastEventId: string) {
  const after = lastEventId === '' ? '' : `${path.includes('?') ? '&' : '?'}after=${encodeURIComponent(lastEventId)}`;
  const bearer = `bearer.kubemin.io.${Buffer.from(TOKEN).toString('base64url')}`;
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}${after}`, ['v1.events.kubemin.io', bearer]);
  onTestFinished(() => socket.close());
  const messages: Message[] = [];
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))));
  const ended = new Promise((resolve) => socket.addEventListener('close', resolve));
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  return { messages, ended, stop: () => socket.close() };
}

function lineTexts(messages: readonly Message[]): readonly string[] {
  return messages.flatMap(({ data }) => (data.kind === 'lines' ? data.lines.map(({ text }) => text) : []));
}

test.each([
  ['server-sent events', followOverSse],
  ['a WebSocket', followOverSocket],
])(
  'logs that are followed over %s lose and repeat no line when the client comes back, and new pods join',
  async (_name, follow) => {
    const platform = await startPodPlatform(cluster);
    const appId = await platform.save('followed');
    const prefix = `f${appId}`.toLowerCase();
    await platform.createPod(appId, `${prefix}-1`, { annotations: WRITING });
    await platform.createPod(undefined, `${prefix}-x`, { annotations: WRITING });
    const path = `/api/v1/applications/${appId}/logs/follow`;
    const all: string[] = [];
    let lastEventId = '';
    for (let round = 0; round < 3; round += 1) {
      const { messages, stop } = await follow(platform, path, lastEventId);
      if (round === 1) await platform.createPod(appId, `${prefix}-2`, { annotations: WRITING });
      await eventually(() => lineTexts(messages).length > 8);
      stop();
      const seen = [...messages];
      all.push(...lineTexts(seen));
      lastEventId = seen.at(-1)?.id ?? '';
    }
    for (const pod of [`${prefix}-1`, `${prefix}-2`]) {
      const lines = all.filter((text) => text.startsWith(`${pod} `));
      expect(lines.length).toBeGreaterThan(1);
      expect(lines).toEqual(lines.map((_, at) => `${pod} line ${at}`));
    }
    expect(all.some((text) => text.startsWith(`${prefix}-x`))).toBe(false);
  },
);

test('of logs that are followed from their end only matching new lines come; the stream of one pod ends with it', async () => {
  const platform = await startPodPlatform(cluster);
  const appId = await platform.save('ending');
  await platform.createPod(appId, 'ending-1', { annotations: WRITING });
  await eventually(async () => (await platform.client.applicationLogs(appId)).lines.length > 5);
  const path = `/api/v1/applications/${appId}/logs/follow?pod=ending-1&tail=0&q=7`;
  const { messages, ended } = await followOverSse(platform, path, '');
  await eventually(() => lineTexts(messages).length > 0);
  expect(messages[0]?.data).toMatchObject({ kind: 'container', change: 'started', pod: 'ending-1' });
  await cluster.client.resource(core.v1.pods, 'default').delete('ending-1', { gracePeriodSeconds: 0 });
  await ended;
  const texts = lineTexts(messages);
  expect(texts.every((text) => text.includes('7'))).toBe(true);
  expect(texts).not.toContain('ending-1 line 0');
  expect(messages.at(-1)?.data).toMatchObject({ kind: 'container', change: 'ended' });
  expect((await platform.send('GET', path)).status).toBe(404);
});

test('the client follows one pod until it is gone', async () => {
  const platform = await startPodPlatform(cluster);
  const appId = await platform.save('client');
  await platform.createPod(appId, 'client-1', { annotations: WRITING });
  const seen: string[] = [];
  let isDeleted = false;
  for await (const { event } of platform.client.followLogs(appId, { pod: 'client-1', tail: 3 })) {
    if (event.kind !== 'lines') continue;
    seen.push(...event.lines.map(({ text }) => text));
    if (seen.length > 5 && !isDeleted) {
      isDeleted = true;
      await cluster.client.resource(core.v1.pods, 'default').delete('client-1', { gracePeriodSeconds: 0 });
    }
  }
  const first = Number(/\d+$/.exec(seen[0] ?? '')?.[0]);
  expect(seen).toEqual(seen.map((_, at) => `client-1 line ${first + at}`));
});

test('logs as they are now come one after another and end; a client that comes back gets the rest', async () => {
  const platform = await startPodPlatform(cluster);
  const appId = await platform.save('existing');
  const simulated = (text: string) => ({ annotations: { 'kubemin.io/simulate-logs': text } });
  await platform.createPod(appId, 'existing-1', simulated('a1\na2\na3'));
  await platform.createPod(appId, 'existing-2', simulated('b1\nb2'));
  const read = async (options: Parameters<PodPlatform['client']['followLogs']>[1] = {}) => {
    const messages: Message[] = [];
    for await (const { id, event } of platform.client.followLogs(appId, { ends: true, ...options }))
      messages.push({ id, data: event });
    expect(messages.at(-1)?.data).toEqual({ kind: 'end' });
    return messages;
  };
  const whole = await read();
  expect(lineTexts(whole)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);
  expect(lineTexts(await read({ tail: 1 }))).toEqual(['a3', 'b2']);
  expect(lineTexts(await read({ tail: 0 }))).toEqual([]);
  expect(lineTexts(await read({ q: '1' }))).toEqual(['a1', 'b1']);
  const first = whole.find(({ data }) => data.kind === 'lines');
  expect(lineTexts(await read({ after: first?.id ?? '' }))).toEqual(['b1', 'b2']);
  expect(lineTexts(await read({ previous: true }))).toEqual([]);
  await expect(read({ previous: true, pod: 'existing-1' })).rejects.toMatchObject({ code: 'LOG_NOT_FOUND' });
});

test('an id that is none is refused before the stream begins', async () => {
  const platform = await startPodPlatform(cluster);
  const appId = await platform.save('wrong');
  for (const id of ['nonsense', '0~', 'AAAAAAAA-1.1', `${'A'.repeat(8)}zzzzzzzzzzzzzzz.1`]) {
    const headers = { 'last-event-id': id };
    const response = await platform.send('GET', `/api/v1/applications/${appId}/logs/follow`, { headers });
    expect([id, response.status]).toEqual([id, 400]);
  }
});

test('marks survive as the id of a message', () => {
  const pod = { apiVersion: 'v1' as const, kind: 'Pod' as const, metadata: { uid: 'u-1' } };
  const marks = new StreamMarks();
  expect(String(StreamMarks.parse(String(marks)))).toBe('0');
  const mark = { time: '2026-02-03T04:05:06.000000789Z', seen: 3 };
  marks.set(pod, 'main', mark);
  marks.set(pod, 'side', { time: '1970-01-01T00:00:00.000000000Z', seen: 0 });
  const parsed = StreamMarks.parse(String(marks));
  expect([parsed.find(pod, 'main'), parsed.find(pod, 'other')]).toEqual([mark, undefined]);
  parsed.delete(pod, 'side');
  expect(String(parsed).length).toBeLessThan(30);
});

test('texts that JSON cannot hold are replaced, and durations count back from now', () => {
  expect(printableText('a\0b\ud800c')).toBe('a\ufffdb\ufffdc');
  const clock = { ...systemClock, now: () => Date.parse('2026-01-01T00:10:00Z') };
  expect(sinceTime('10m', clock)).toBe('2026-01-01T00:00:00.000Z');
  expect(sinceTime('2026-01-01T00:00:00Z', clock)).toBe('2026-01-01T00:00:00Z');
});

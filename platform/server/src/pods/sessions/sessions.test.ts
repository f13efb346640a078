import { createPlatformClient } from '@kubemin/client';
import { createKubeClient } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import { CHANNEL_PROTOCOLS, CHANNELS, readOutcome } from '@kubemin/kubeapi/stream';
import { eventually, ManualClock, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { TOKEN } from '../../test-support/test-platform.ts';
import { forbidding, type PodPlatform, startPodPlatform } from '../test-support/pod-platform.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
});
afterAll(() => cluster.close());

const [PROTOCOL] = CHANNEL_PROTOCOLS;

interface Opened {
  readonly socket: WebSocket;
  readonly messages: Uint8Array[];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
}

/** Opens a WebSocket as a browser does. */
async function open(
  { url }: PodPlatform,
  path: string,
  { token = TOKEN, protocol = 'v5.channel.k8s.io' }: { readonly token?: string; readonly protocol?: string } = {},
): Promise<Opened> {
  const bearer = `bearer.kubemin.io.${Buffer.from(token).toString('base64url')}`;
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/applications/${path}`, [protocol, bearer]);
  onTestFinished(() => socket.close());
  socket.binaryType = 'arraybuffer';
  const messages: Uint8Array[] = [];
  socket.addEventListener('message', ({ data }) => messages.push(new Uint8Array(data)));
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.addEventListener('close', ({ code, reason }) => resolve({ code, reason })),
  );
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error('the WebSocket was not accepted')));
  });
  return { socket, messages, closed };
}

function send({ socket }: Opened, channel: keyof typeof CHANNELS, text: string): void {
  socket.send(Buffer.concat([Uint8Array.of(CHANNELS[channel]), Buffer.from(text)]));
}

function received({ messages }: Opened, channel: keyof typeof CHANNELS): string {
  const decoded = messages.map((message) => PROTOCOL?.decode(message));
  const parts = decoded.flatMap((message) =>
    message?.kind === 'data' && message.channel === CHANNELS[channel] ? [message.bytes] : [],
  );
  return Buffer.concat(parts).toString();
}

/** The response to an upgrade request that is refused. */
async function refusal({ url }: PodPlatform, path: string, token = TOKEN) {
  const { request } = await import('node:http');
  return new Promise<{ readonly status: number | undefined; readonly error: unknown; readonly message: unknown }>(
    (resolve, reject) => {
      const sent = request(`${url}/api/v1/applications/${path}`, {
        headers: {
          ...{ connection: 'Upgrade', upgrade: 'websocket', authorization: `Bearer ${token}` },
          ...{ 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' },
        },
      });
      sent.on('upgrade', (_response, socket) => {
        socket.destroy();
        reject(new Error('the WebSocket was accepted'));
      });
      sent.on('response', async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const { error, message } = JSON.parse(Buffer.concat(chunks).toString());
        resolve({ status: response.statusCode, error, message });
      });
      sent.end();
    },
  );
}

test('a command reads, writes and ends with its exit code; a terminal has its size; both are audited without the command', async () => {
  const platform = await startPodPlatform(cluster);
  const appId = await platform.save('shop', 'a');
  await platform.createPod(appId, 'exec-1');
  const { token } = await platform.user('ada', [{ project: 'a', role: 'exec' }]);
  const session = await open(platform, `${appId}/pods/exec-1/exec?command=sh&stdin=true`, { token });
  expect(session.socket.protocol).toBe('v5.channel.k8s.io');
  const [running] = (await platform.client.listAudit({ user: 'ada' })).entries;
  expect(running).toMatchObject({ route: 'execInPod', detail: 'exec-1/main' });
  expect(running).not.toHaveProperty('endTime');
  send(session, 'stdin', 'echo hello\nnonsense\nexit 7\n');
  session.socket.send(Uint8Array.of(255, CHANNELS.stdin));
  expect(await session.closed).toMatchObject({ code: 1000 });
  expect(received(session, 'stdout')).toBe('hello\n');
  expect(received(session, 'stderr')).toContain('nonsense: not simulated');
  expect(readOutcome(received(session, 'error'))).toEqual({ kind: 'exited', exitCode: 7 });

  const terminal = await open(platform, `${appId}/pods/exec-1/exec?command=sh&stdin=true&tty=true&container=main`, {
    token,
  });
  send(terminal, 'resize', '{"Width":100,"Height":30}');
  send(terminal, 'stdin', 'stty size\rexit\r');
  await terminal.closed;
  expect(received(terminal, 'stdout')).toContain('30 100');
  expect(readOutcome(received(terminal, 'error'))).toEqual({ kind: 'exited', exitCode: 0 });

  const words = await open(platform, `${appId}/pods/exec-1/exec?command=echo&command=a%20b&command=c%26d`, { token });
  await words.closed;
  expect(received(words, 'stdout')).toBe('a b c&d\n');

  const entries = await eventually(async () => (await platform.client.listAudit({ user: 'ada' })).entries, {
    until: (found) => found.length === 3 && found.every(({ status }) => status !== undefined),
  });
  expect(entries[0]).toMatchObject({
    ...{ route: 'execInPod', status: 101, appId, project: 'a', detail: 'exec-1/main' },
    path: `/api/v1/applications/${appId}/pods/exec-1/exec`,
    endTime: expect.any(String),
  });
  expect(JSON.stringify(entries)).not.toContain('echo');
});

test('a container for debugging is added under a name of its own, runs commands, and is audited', async () => {
  const platform = await startPodPlatform(cluster);
  const appId = await platform.save('debugged', 'a');
  await platform.createPod(appId, 'debugged-1');
  const { token } = await platform.user('dora', [{ project: 'a', role: 'exec' }]);
  const dora = createPlatformClient({ url: platform.url, token });
  expect(await dora.debugPod(appId, 'debugged-1')).toEqual({
    ...{ pod: 'debugged-1', container: 'debug-1', image: 'busybox:stable' },
  });
  const second = await dora.debugPod(appId, 'debugged-1', { image: 'tools:2', container: 'main' });
  expect(second).toMatchObject({ container: 'debug-2', image: 'tools:2' });
  const { sessionIdleSeconds, pods } = await eventually(() => dora.applicationPods(appId), {
    until: ({ pods: [pod] }) => pod?.containers.filter(({ state }) => state === 'running').length === 3,
  });
  expect(sessionIdleSeconds).toBeGreaterThan(0);
  expect(pods[0]?.containers).toContainEqual(
    expect.objectContaining({ name: 'debug-2', kind: 'ephemeral', image: 'tools:2' }),
  );
  const session = await open(platform, `${appId}/pods/debugged-1/exec?command=echo&command=hi&container=debug-2`, {
    token,
  });
  await session.closed;
  expect(received(session, 'stdout')).toBe('hi\n');
  const { entries } = await platform.client.listAudit({ user: 'dora' });
  expect(entries.find(({ route }) => route === 'debugPod')).toMatchObject({
    detail: 'debugged-1/debug-2 image=tools:2 target=main',
    status: 200,
  });
  await expect(dora.debugPod(appId, 'debugged-1', { container: 'nope' })).rejects.toMatchObject({
    code: 'CONTAINER_NOT_FOUND',
  });
  const { token: reading } = await platform.user('rita', [{ project: 'a', role: 'viewer' }]);
  const rita = createPlatformClient({ url: platform.url, token: reading });
  await expect(rita.debugPod(appId, 'debugged-1')).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a container for debugging has the restrictions of the one it looks at, also where the namespace demands them', async () => {
  const platform = await startPodPlatform(cluster);
  const appId = await platform.save('restricted', 'a');
  const securityContext = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
  await platform.createPod(appId, 'restricted-1', {
    spec: {
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [{ name: 'main', image: 'registry.test/app:1', securityContext }],
    },
  });
  const open = await platform.createPod(appId, 'open-1');
  expect(open.spec?.containers).toMatchObject([{ name: 'main' }]);
  const namespaces = cluster.client.resource(core.v1.namespaces);
  const enforce = (level: string | null) =>
    namespaces.patch('default', {
      type: 'merge',
      body: { metadata: { labels: { 'pod-security.kubernetes.io/enforce': level } } },
    });
  await enforce('restricted');
  onTestFinished(async () => {
    await enforce(null);
  });
  await expect(platform.client.debugPod(appId, 'restricted-1')).resolves.toMatchObject({ container: 'debug-1' });
  const pod = await cluster.client.resource(core.v1.pods, 'default').get('restricted-1');
  expect(pod.spec?.ephemeralContainers).toMatchObject([{ securityContext: { ...securityContext, runAsUser: 65_534 } }]);
  await expect(platform.client.debugPod(appId, 'open-1')).rejects.toMatchObject({
    ...{ code: 'DEBUG_UNSUPPORTED', status: 409 },
    message: expect.stringContaining('PodSecurity'),
  });
});

test('containers for debugging use allowed images, at most ten in a pod, and none in a pod that is gone', async () => {
  const platform = await startPodPlatform(cluster, { settings: { debugImages: ['busybox:*', 'tools:2'] } });
  const appId = await platform.save('bounded');
  await platform.createPod(appId, 'bounded-1');
  const { client } = platform;
  for (const image of ['tools:3', 'not an image', 'evil/busybox:1']) {
    await expect(client.debugPod(appId, 'bounded-1', { image })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  }
  await client.debugPod(appId, 'bounded-1', { image: 'tools:2' });
  for (let added = 1; added < 10; added += 1) await client.debugPod(appId, 'bounded-1');
  await expect(client.debugPod(appId, 'bounded-1')).rejects.toMatchObject({ code: 'DEBUG_UNSUPPORTED' });
  const forbids = await startPodPlatform(cluster, { kube: forbidding(cluster, /\/ephemeralcontainers$/) });
  const other = await forbids.save('forbidden');
  await forbids.createPod(other, 'forbidden-1');
  await expect(forbids.client.debugPod(other, 'forbidden-1')).rejects.toMatchObject({ code: 'CLUSTER_FORBIDS' });
});

test('who may not run commands is refused before anything is started, and that is audited', async () => {
  const platform = await startPodPlatform(cluster);
  const appId = await platform.save('guarded', 'a');
  const other = await platform.save('neighbour', 'b');
  await platform.createPod(appId, 'guarded-1');
  await platform.createPod(other, 'neighbour-1');
  await platform.createPod(appId, 'waiting-1', {
    annotations: { 'kubemin.io/simulate': 'image-pull-error' },
    isAwaited: false,
  });
  const exec = (pod: string, more = '') => `${appId}/pods/${pod}/exec?command=true${more}`;
  for (const role of ['viewer', 'deployer'] as const) {
    const { token } = await platform.user(`${role}-of-a`, [{ project: 'a', role }]);
    for (const path of [exec('guarded-1'), `${appId}/pods/guarded-1/attach`, `${appId}/pods/guarded-1/ports/80`]) {
      expect(await refusal(platform, path, token)).toMatchObject({ status: 403, error: 'FORBIDDEN' });
    }
    const { entries } = await platform.client.listAudit({ user: `${role}-of-a` });
    expect(entries.map(({ route, error }) => `${route} ${error}`).sort()).toEqual([
      'attachToPod FORBIDDEN',
      'execInPod FORBIDDEN',
      'forwardPort FORBIDDEN',
    ]);
  }
  const stranger = await platform.user('exec-of-b', [{ project: 'b', role: 'exec' }]);
  expect(await refusal(platform, exec('guarded-1'), stranger.token)).toMatchObject({ error: 'APPLICATION_NOT_FOUND' });
  const { token } = await platform.user('exec-of-a', [{ project: 'a', role: 'exec' }]);
  const cases: readonly (readonly [string, number, string])[] = [
    [exec('neighbour-1'), 404, 'POD_NOT_FOUND'],
    [exec('none'), 404, 'POD_NOT_FOUND'],
    [exec('..%2Fsecrets'), 400, 'BAD_REQUEST'],
    [exec('guarded-1', '&container=none'), 404, 'CONTAINER_NOT_FOUND'],
    [exec('waiting-1'), 409, 'CONTAINER_NOT_RUNNING'],
    [`${appId}/pods/guarded-1/exec`, 400, 'BAD_REQUEST'],
    [`${appId}/pods/guarded-1/ports/0`, 400, 'BAD_REQUEST'],
    [`${appId}/pods/waiting-1/ports/80`, 409, 'CONTAINER_NOT_RUNNING'],
    [`${appId}/pods/neighbour-1/ports/80`, 404, 'POD_NOT_FOUND'],
    [`${appId}/pods/neighbour-1/attach`, 404, 'POD_NOT_FOUND'],
  ];
  for (const [path, status, error] of cases) {
    expect([path, await refusal(platform, path, token)]).toMatchObject([path, { status, error }]);
  }
  await expect(open(platform, exec('guarded-1'), { token, protocol: 'v9.other' })).rejects.toThrow();
});

test('a cluster whose role does not allow sessions is named, with the value to set', async () => {
  const platform = await startPodPlatform(cluster, { kube: forbidding(cluster, /\/(exec|attach|portforward)$/) });
  const appId = await platform.save('narrow');
  await platform.createPod(appId, 'narrow-1');
  for (const path of ['exec?command=true', 'attach', 'ports/80']) {
    expect(await refusal(platform, `${appId}/pods/narrow-1/${path}`)).toMatchObject({
      ...{ status: 403, error: 'CLUSTER_FORBIDS' },
      message: expect.stringContaining('access.exec: true'),
    });
  }
});

test('a session ends with its pod, its token, its idle time and its client, and makes room for another', async () => {
  const clock = new ManualClock(Date.now());
  const settings = { heartbeatMs: 1_000, execIdleMs: 60_000, execSessionsPerUser: 1 };
  const platform = await startPodPlatform(cluster, { clock, settings });
  const appId = await platform.save('ending', 'a');
  await platform.createPod(appId, 'ending-1');
  const { token, tokenId } = await platform.user('ada', [{ project: 'a', role: 'exec' }]);
  const path = `${appId}/pods/ending-1/exec?command=cat&stdin=true`;
  const openWhenFree = () => eventually(() => open(platform, path, { token }).catch(() => undefined));

  const left = await open(platform, path, { token });
  expect(await refusal(platform, path, token)).toMatchObject({ status: 429, error: 'TOO_MANY_STREAMS' });
  left.socket.close();
  const idle = await openWhenFree();
  send(idle ?? expect.fail(), 'stdin', 'x');
  await eventually(() => received(idle ?? expect.fail(), 'stdout') === 'x');
  await clock.advance(59_000);
  await clock.advance(2_000);
  await idle?.closed;
  expect(received(idle ?? expect.fail(), 'error')).toContain('--exec-idle-timeout');

  const killed = await openWhenFree();
  await cluster.client.resource(core.v1.pods, 'default').delete('ending-1', { gracePeriodSeconds: 0 });
  await killed?.closed;
  expect(readOutcome(received(killed ?? expect.fail(), 'error'))).toEqual({ kind: 'exited', exitCode: 137 });

  await platform.createPod(appId, 'ending-2');
  const revoked = await eventually(() =>
    open(platform, path.replace('ending-1', 'ending-2'), { token }).catch(() => undefined),
  );
  await platform.client.revokeToken(tokenId);
  await eventually(async () => {
    await clock.advance(1_000);
    return revoked?.socket.readyState === WebSocket.CLOSED;
  });
  expect(await revoked?.closed).toMatchObject({ code: 4401 });
});

test('a command that a container runs is attached to, with the terminal it has', async () => {
  const platform = await startPodPlatform(cluster);
  const appId = await platform.save('attached');
  await platform.createPod(appId, 'attached-1', {
    spec: { containers: [{ name: 'main', image: 'registry.test/app:1', stdin: true, tty: true }] },
  });
  const session = await open(platform, `${appId}/pods/attached-1/attach?stdin=true`);
  send(session, 'stdin', 'hello\r');
  await eventually(() => received(session, 'stdout').includes('hello'));
  session.socket.close();
  const { pods } = await platform.client.applicationPods(appId);
  expect(pods[0]?.containers[0]).toMatchObject({ state: 'running', restarts: 0 });
});

test('megabytes go through a command and back, and come whole', async () => {
  const platform = await startPodPlatform(cluster);
  const appId = await platform.save('large');
  await platform.createPod(appId, 'large-1');
  const session = await open(platform, `${appId}/pods/large-1/exec?command=cat&stdin=true`);
  const piece = 'abcdefghij'.repeat(10_000);
  for (let count = 0; count < 30; count += 1) send(session, 'stdin', piece);
  session.socket.send(Uint8Array.of(255, CHANNELS.stdin));
  await session.closed;
  expect(received(session, 'stdout') === piece.repeat(30)).toBe(true);
  expect(readOutcome(received(session, 'error'))).toEqual({ kind: 'exited', exitCode: 0 });
});

test('a port of a pod is reached, each WebSocket one connection; one that nothing listens on is reported', async () => {
  const platform = await startPodPlatform(cluster);
  const appId = await platform.save('ported');
  await platform.createPod(appId, 'ported-1');
  const ask = async (port: number, text: string) => {
    const connection = await open(platform, `${appId}/pods/ported-1/ports/${port}`, { protocol: 'v1.port.kubemin.io' });
    connection.socket.send(Buffer.from(text));
    const { socket } = connection;
    socket.addEventListener('message', ({ data }) => data.byteLength === 0 && socket.close());
    const closed = await connection.closed;
    return { text: Buffer.concat(connection.messages).toString(), end: connection.messages.at(-1)?.byteLength, closed };
  };
  const [web, other, wrong] = await Promise.all([
    ask(80, 'GET / HTTP/1.1\r\n\r\n'),
    ask(8080, 'GET / HTTP/1.1\r\n\r\n'),
    ask(3306, 'no HTTP'),
  ]);
  expect(web).toMatchObject({
    text: expect.stringContaining('pod default/ported-1 port 80'),
    end: 0,
  });
  expect(other.text).toContain('port 8080');
  expect(wrong.closed).toMatchObject({ code: 4502, reason: expect.stringContaining('nothing runs here') });
  const { entries } = await platform.client.listAudit({ appId });
  expect(entries.map(({ route, detail }) => `${route} ${detail}`)).toContain('forwardPort ported-1:80');
});

test('connections to ports are closed when they are idle, and with the server', async () => {
  const clock = new ManualClock(Date.now());
  const platform = await startPodPlatform(cluster, { clock, settings: { execIdleMs: 60_000 } });
  const appId = await platform.save('idle');
  await platform.createPod(appId, 'idle-1');
  const path = `${appId}/pods/idle-1/ports/80`;
  const idle = await open(platform, path, { protocol: 'v1.port.kubemin.io' });
  await clock.advance(61_000);
  await eventually(async () => {
    await clock.advance(1_000);
    return idle.socket.readyState === WebSocket.CLOSED;
  });
  expect(await idle.closed).toMatchObject({ code: 4408 });
  const session = await open(platform, `${appId}/pods/idle-1/exec?command=cat&stdin=true`);
  const closing = platform.server.close();
  expect(await session.closed).toMatchObject({ code: 1012 });
  await closing;
});

test('a cluster that breaks the connection ends the session with a failure', async () => {
  const platform = await startPodPlatform(cluster, {
    kube: createKubeClient(async (request) => {
      const response = await cluster.handler(request);
      if (response.kind === 'upgrade' && request.path.endsWith('/exec')) setImmediate(() => response.socket.destroy());
      return response;
    }),
  });
  const appId = await platform.save('broken');
  await platform.createPod(appId, 'broken-1');
  const session = await open(platform, `${appId}/pods/broken-1/exec?command=cat&stdin=true`);
  await session.closed;
  expect(readOutcome(received(session, 'error'))).toMatchObject({ kind: 'failed' });
});

import type { ClusterEventMessage } from '@kubemin/client';
import { createKubeClient } from '@kubemin/kube';
import { notFound } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { TOKEN } from '../test-support/test-platform.ts';
import { forbidding, type PodPlatform, startPodPlatform } from './test-support/pod-platform.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1, usageWindowMs: 50 });
});
afterAll(() => cluster.close());

test('pods of an application are listed with their containers, and those of others in its namespace are not', async () => {
  const platform = await startPodPlatform(cluster);
  const appId = await platform.save('shop', 'a');
  const other = await platform.save('other', 'b');
  await platform.createPod(appId, 'shop-1', {
    spec: {
      initContainers: [
        { name: 'prepare', image: 'registry.test/init:1' },
        { name: 'proxy', image: 'registry.test/proxy:1', restartPolicy: 'Always' },
      ],
      containers: [{ name: 'main', image: 'registry.test/app:1', stdin: true, tty: true }],
    },
  });
  await platform.createPod(other, 'other-1');
  await platform.createPod(undefined, 'stray-1');
  const { pods } = await platform.client.applicationPods(appId);
  expect(pods).toMatchObject([
    {
      name: 'shop-1',
      component: 'web',
      status: 'Running',
      node: expect.stringMatching(/./),
      containers: [
        { name: 'prepare', kind: 'init', state: 'terminated', lastExit: { code: 0 } },
        { name: 'proxy', kind: 'sidecar' },
        { name: 'main', kind: 'main', default: true, state: 'running', restarts: 0, tty: true, stdin: true, ports: [] },
      ],
    },
  ]);
  expect((await platform.client.applicationPods(appId, { component: 'web' })).pods).toHaveLength(1);
  await expect(platform.client.applicationPods(appId, { component: 'none' })).rejects.toMatchObject({
    code: 'COMPONENT_NOT_FOUND',
  });
  const viewer = await platform.user('viewer-of-b', [{ project: 'b', role: 'viewer' }]);
  await expect(viewer.client.applicationPods(appId)).rejects.toMatchObject({ code: 'APPLICATION_NOT_FOUND' });
  expect((await viewer.client.applicationPods(other)).pods.map(({ name }) => name)).toEqual(['other-1']);
});

test('a container that crashes is shown with its last exit', async () => {
  const platform = await startPodPlatform(cluster);
  const appId = await platform.save('crashing');
  await platform.createPod(appId, 'crashing-1', {
    annotations: { 'kubemin.io/simulate': 'crash-loop', 'kubemin.io/simulate-exit-code': '3' },
    isAwaited: false,
  });
  const [container] = await eventually(
    async () => (await platform.client.applicationPods(appId)).pods[0]?.containers ?? [],
    { until: ([first]) => first?.lastExit !== undefined },
  );
  expect(container).toMatchObject({ lastExit: { code: expect.any(Number) }, ready: false });
});

async function recordEvent(name: string, reason: string, kind = 'Pod'): Promise<void> {
  const now = new Date().toISOString();
  await cluster.client.resource(core.v1.events, 'default').create({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${name}.${reason.toLowerCase()}`, namespace: 'default' },
    involvedObject: { kind, name, namespace: 'default' },
    ...{ type: 'Warning', reason, message: `${reason} of ${name}`, count: 1, firstTimestamp: now, lastTimestamp: now },
  });
}

/** The messages of the stream as they come; the connection is closed with the test. */
async function followEvents(
  { url }: PodPlatform,
  appId: string,
  { query = '', lastEventId = '' }: { readonly query?: string; readonly lastEventId?: string } = {},
) {
  const gone = new AbortController();
  onTestFinished(() => gone.abort());
  const response = await fetch(`${url}/api/v1/applications/${appId}/cluster-events/follow${query}`, {
    headers: { authorization: `Bearer ${TOKEN}`, ...(lastEventId !== '' && { 'last-event-id': lastEventId }) },
    signal: gone.signal,
  });
  const messages: { readonly id: string; readonly data: ClusterEventMessage }[] = [];
  const reading = async (): Promise<void> => {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const parts = `${text}${chunk}`.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const [, id = '', , data] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(part) ?? [];
        if (data !== undefined) messages.push({ id, data: JSON.parse(data) });
      }
    }
  };
  reading().catch(() => undefined);
  const reasons = (): readonly string[] =>
    messages.flatMap(({ data }) => (data.kind === 'events' ? data.events.map(({ reason }) => reason) : []));
  return { messages, reasons, stop: () => gone.abort() };
}

test('events of the objects of an application are listed and followed, and a client that comes back misses none', async () => {
  const platform = await startPodPlatform(cluster);
  const appId = await platform.save('noisy', 'a');
  await platform.createPod(appId, 'noisy-1');
  await platform.createPod(undefined, 'silent-1');
  await recordEvent('noisy-1', 'First');
  await recordEvent('silent-1', 'Foreign');
  await recordEvent(`deploy-web-${appId}-gone`, 'Gone', 'ReplicaSet');
  const { events } = await platform.client.clusterEvents(appId, { type: 'Warning' });
  // Kubernetes records whole seconds.
  expect(events.map(({ object, reason, component }) => [object.kind, reason, component]).sort()).toEqual([
    ['Pod', 'First', 'web'],
    ['ReplicaSet', 'Gone', undefined],
  ]);
  const first = await followEvents(platform, appId, { query: '?type=Warning' });
  await eventually(() => first.reasons().length === 2);
  await recordEvent('noisy-1', 'Second');
  await eventually(() => first.reasons().includes('Second'));
  first.stop();
  await recordEvent('noisy-1', 'Third');
  await recordEvent('silent-1', 'Unseen');
  const lastEventId = first.messages.at(-1)?.id ?? '';
  const second = await followEvents(platform, appId, { query: '?type=Warning', lastEventId });
  await eventually(() => second.reasons().length > 0);
  expect(second.reasons()).toEqual(['Third']);
});

test('usage of pods and nodes is returned with limits, and its absence has an error of its own', async () => {
  const platform = await startPodPlatform(cluster);
  const appId = await platform.save('used');
  await platform.createPod(appId, 'used-1', {
    annotations: { 'kubemin.io/simulate-usage-cpu': '250m', 'kubemin.io/simulate-usage-memory': '64Mi' },
    spec: {
      containers: [
        { name: 'main', image: 'registry.test/app:1', resources: { limits: { cpu: '1', memory: '128Mi' } } },
      ],
    },
  });
  const { pods } = await eventually(() => platform.client.applicationUsage(appId), {
    until: (usage) => usage.pods[0]?.containers[0]?.used !== undefined,
  });
  expect(pods).toMatchObject([
    {
      pod: 'used-1',
      component: 'web',
      containers: [{ name: 'main', limits: { cpuMillis: 1000, memoryBytes: 128 * 1024 * 1024 } }],
    },
  ]);
  expect(pods[0]?.containers[0]?.used?.memoryBytes).toBeGreaterThan(0);
  const ofPods = async (client: PodPlatform['client']) =>
    (await client.clusterPodUsage('default', { namespace: 'default' })).pods.map(({ pod }) => pod);
  await platform.createPod(undefined, 'used-by-none');
  const viewer = await platform.user('viewer-of-c', [{ project: 'c', role: 'viewer' }]);
  const own = await platform.save('own', 'c');
  await platform.createPod(own, 'used-by-c');
  expect(await ofPods(viewer.client)).toEqual(['used-by-c']);
  expect(await ofPods(platform.client)).toEqual(expect.arrayContaining(['used-1', 'used-by-c', 'used-by-none']));
  const { nodes } = await platform.client.clusterUsage('default');
  expect(nodes[0]?.allocatable.cpuMillis).toBeGreaterThan(0);

  const unmeasured = createKubeClient((request) =>
    request.path.includes('metrics.k8s.io')
      ? Promise.reject(notFound({ plural: 'pods', group: 'metrics.k8s.io' }, ''))
      : cluster.handler(request),
  );
  const without = await startPodPlatform(cluster, { kube: unmeasured });
  const id = await without.save('used');
  await expect(without.client.applicationUsage(id)).rejects.toMatchObject({ code: 'METRICS_UNAVAILABLE', status: 503 });
  await expect(without.client.clusterUsage('default')).rejects.toMatchObject({ code: 'METRICS_UNAVAILABLE' });
});

test('a cluster that does not respond, or does not allow it, is reported with what to do', async () => {
  const away = await startPodPlatform(cluster, {
    kube: createKubeClient(() => Promise.reject(new Error('connection refused'))),
  });
  const id = await away.save('far');
  await expect(away.client.applicationPods(id)).rejects.toMatchObject({ code: 'CLUSTER_UNREACHABLE', status: 422 });
  const narrow = await startPodPlatform(cluster, { kube: forbidding(cluster, /\/pods$/) });
  const appId = await narrow.save('narrow');
  await expect(narrow.client.applicationPods(appId)).rejects.toMatchObject({
    code: 'CLUSTER_FORBIDS',
    status: 403,
    message: expect.stringContaining('list pods'),
  });
});

test('no more streams than the bound are open, and one that ends makes room', async () => {
  const platform = await startPodPlatform(cluster, { settings: { followersMax: 1 } });
  const appId = await platform.save('bounded');
  const first = await followEvents(platform, appId);
  const path = `/api/v1/applications/${appId}/cluster-events/follow`;
  const refused = await platform.send('GET', path);
  expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining('--followers-max')]);
  first.stop();
  await eventually(async () => {
    const response = await platform.send('GET', path);
    await response.body?.cancel();
    return response.status === 200;
  });
});

import { mkdir, readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { apps, core } from '@kubemin/kubeapi/resources';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import { eventually, missingNamespaces } from '@kubemin/testing';
import { describe, expect, test } from 'vitest';
import type { KubeletServer } from '../config/kubelet/kubelet-server.ts';
import type { StatsSummary } from '../config/kubelet/stats-summary.ts';
import { hostShell as shell, startRealNode } from '../test-support/real-node.ts';

const missing = await missingNamespaces();

/** The body of what a kubelet returns for a path. */
async function askKubelet(kubelets: KubeletServer, path: string): Promise<string> {
  const node: Node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'machine' } };
  const connection = await kubelets.connect(node);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const asked = request({ createConnection: () => connection, path, headers: { host: 'machine' } }, (response) => {
    text(response).then(resolve, reject);
  });
  asked.on('error', reject).end();
  return promise;
}

describe.skipIf(missing !== undefined)(`a real node${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  test('a Deployment runs in containers, is scaled, survives the agent, and leaves nothing when it is deleted', async () => {
    const { client, runtime, restart } = await startRealNode();
    const labels = { app: 'web' };
    const deployments = client.resource(apps.v1.deployments, 'default');
    await deployments.create({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { terminationGracePeriodSeconds: 1, containers: [shell('echo started; while :; do sleep 0.1; done')] },
        },
      },
    });
    const ready = async (): Promise<number> => (await deployments.get('web')).status?.readyReplicas ?? 0;
    await eventually(ready, { until: (count) => count === 2 });
    const running = async () => (await runtime.listContainers()).filter(({ state }) => state === 'running');
    const before = (await running()).map(({ id }) => id).toSorted();
    expect(before).toHaveLength(2);
    await restart();
    await deployments.patch('web', { type: 'merge', body: { spec: { replicas: 3 } } });
    await eventually(ready, { until: (count) => count === 3 });
    // The agent came back to the containers that ran.
    expect((await running()).map(({ id }) => id)).toEqual(expect.arrayContaining(before));
    await deployments.delete('web', { propagationPolicy: 'Foreground' });
    const pods = client.resource(core.v1.pods, 'default');
    await eventually(async () => (await pods.list()).items.length === 0);
    await eventually(async () => (await runtime.listSandboxes()).length === 0);
  });

  test('a container that cannot change owners, on a node with one user, gets one event with what to install', async () => {
    const { client } = await startRealNode();
    const pods = client.resource(core.v1.pods, 'default');
    const containers = [shell('touch /tmp/file; chown 5 /tmp/file')];
    await pods.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'switch' }, spec: { containers } });
    const restarts = async () => (await pods.get('switch')).status?.containerStatuses?.[0]?.restartCount ?? 0;
    await eventually(restarts, { until: (count) => count > 0 });
    const events = client.resource(core.v1.events, 'default');
    const found = await eventually(
      async () => (await events.list()).items.filter(({ reason }) => reason === 'UserSwitchFailed'),
      { until: (items) => items.length > 0 },
    );
    expect(found.map(({ type, count }) => [type, count ?? 1])).toEqual([['Warning', 1]]);
    expect(found[0]?.message).toMatch(/chown: .*Invalid argument.*install the package uidmap/);
  });

  test('a pod has its variables, its ConfigMap, Secret and token, and its own address', async () => {
    const { client } = await startRealNode();
    const metadata = { name: 'settings', namespace: 'default' };
    await client
      .resource(core.v1.configmaps, 'default')
      .create({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { colour: 'red' } });
    await client
      .resource(core.v1.secrets, 'default')
      .create({ apiVersion: 'v1', kind: 'Secret', metadata, stringData: { password: 's3cret' } });
    const script = `set -e; [ "$COLOUR" = red ]; [ "$(cat /secret/password)" = s3cret ]; [ -s /var/run/secrets/kubernetes.io/serviceaccount/token ]
      [ "$KUBERNETES_SERVICE_HOST" ]; cat /etc/resolv.conf; [ "$POD" = job ]; [ "$ADDRESS" ]; cat /etc/hosts; echo fine >/dev/termination-log; [ "$1" = red ]`;
    const pod: Pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'job' },
      spec: {
        restartPolicy: 'Never',
        containers: [
          {
            ...shell(script),
            command: ['sh', '-c', script, 'sh', '$(COLOUR)'],
            env: [
              { name: 'COLOUR', valueFrom: { configMapKeyRef: { name: 'settings', key: 'colour' } } },
              { name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
              { name: 'ADDRESS', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
            ],
            volumeMounts: [{ name: 'secret', mountPath: '/secret' }],
          },
        ],
        volumes: [{ name: 'secret', secret: { secretName: 'settings' } }],
      },
    };
    const pods = client.resource(core.v1.pods, 'default');
    await pods.create(pod);
    const ended = await eventually(() => pods.get('job'), {
      until: ({ status }) => status?.phase === 'Succeeded' || status?.phase === 'Failed',
    });
    expect(ended.status).toMatchObject({ phase: 'Succeeded', hostIP: '10.244.0.1' });
    expect(ended.status?.containerStatuses?.[0]?.state?.terminated).toMatchObject({ exitCode: 0, message: 'fine\n' });
  });

  test('a pod that a finalizer keeps: its containers end once, its last status stays, and it is not started again', async () => {
    const { client, runtime, restart } = await startRealNode();
    const pods = client.resource(core.v1.pods, 'default');
    const containers = [shell('trap "exit 0" TERM; echo ready; while :; do sleep 0.02; done')];
    const metadata = { name: 'kept', finalizers: ['example.com/keep'] };
    await pods.create({ apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers } });
    await eventually(() => pods.get('kept'), { until: ({ status }) => status?.phase === 'Running' });
    await pods.delete('kept', { gracePeriodSeconds: 1 });
    const isOver = async () => (await runtime.listSandboxes()).length === 0;
    await eventually(isOver);
    const ended = await pods.get('kept');
    expect(['Succeeded', 'Failed']).toContain(ended.status?.phase);
    await restart();
    for (const round of ['1', '2']) {
      await pods.patch('kept', { type: 'merge', body: { metadata: { annotations: { round } } } });
    }
    await restart();
    expect(await isOver()).toBe(true);
    expect((await pods.get('kept')).status).toEqual(ended.status);
    await pods.patch('kept', { type: 'merge', body: { metadata: { finalizers: null } } });
    await eventually(async () => (await pods.list()).items.length === 0);
  });

  test('what is left of pods that were deleted while no agent ran is removed: containers, files and logs', async () => {
    const { client, runtime, restart, directory } = await startRealNode();
    const pods = client.resource(core.v1.pods, 'default');
    for (const name of ['stays', 'goes']) {
      const spec = { containers: [shell('sleep 600')], terminationGracePeriodSeconds: 0 };
      await pods.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec });
      await eventually(() => pods.get(name), { until: ({ status }) => status?.phase === 'Running' });
    }
    const { uid = '' } = (await pods.get('stays')).metadata;
    await restart(async () => {
      await pods.delete('goes', { gracePeriodSeconds: 0 });
      await mkdir(join(directory, 'pods', 'left-behind', 'volumes', 'data'), { recursive: true });
    });
    await eventually(() => readdir(join(directory, 'logs')), { until: (found) => found.length === 1 });
    expect(await readdir(join(directory, 'pods'))).toEqual([uid]);
    expect(await readdir(join(directory, 'logs'))).toEqual([`default_stays_${uid}`]);
    expect(await runtime.listSandboxes()).toMatchObject([{ pod: { uid } }]);
  });

  test('logs and usage are those of the container that runs', async () => {
    const { client, kubelets } = await startRealNode();
    const pods = client.resource(core.v1.pods, 'default');
    const containers = [shell('echo hello; while :; do :; done')];
    await pods.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'busy' }, spec: { containers } });
    await eventually(() => pods.get('busy'), { until: ({ status }) => status?.phase === 'Running' });
    const ask = (path: string): Promise<string> => askKubelet(kubelets, path);
    await eventually(() => ask('/containerLogs/default/busy/main'), { until: (log) => log === 'hello\n' });
    expect(await ask('/containerLogs/default/busy/main?previous=true')).toContain(
      'previous terminated container "main"',
    );
    const usage = await eventually(async (): Promise<StatsSummary> => JSON.parse(await ask('/stats/summary')), {
      until: ({ pods: [pod] }) => (pod?.containers[0]?.cpu.usageNanoCores ?? 0) > 0,
    });
    expect(usage.pods).toMatchObject([{ podRef: { name: 'busy' }, containers: [{ name: 'main' }] }]);
    expect(usage.node.memory.workingSetBytes).toBeGreaterThan(0);
  });

  test('a missing ConfigMap: CreateContainerConfigError until it is there', async () => {
    const { client } = await startRealNode();
    const pods = client.resource(core.v1.pods, 'default');
    const env = [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'later', key: 'a' } } }];
    await pods.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'waits' },
      spec: { containers: [shell('sleep 600', { env })] },
    });
    const waiting = await eventually(() => pods.get('waits'), {
      until: ({ status }) => status?.containerStatuses?.[0]?.state?.waiting?.reason === 'CreateContainerConfigError',
    });
    expect(waiting.status?.containerStatuses?.[0]?.state?.waiting?.message).toBe('configmap "later" not found');
    const metadata = { name: 'later' };
    await client
      .resource(core.v1.configmaps, 'default')
      .create({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: 'b' } });
    await eventually(() => pods.get('waits'), { until: ({ status }) => status?.phase === 'Running' });
  });
});

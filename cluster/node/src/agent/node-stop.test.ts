import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { eventually, missingNamespaces } from '@kubemin/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type KubeletConfiguration, MACHINE_DEFAULTS } from '../kubelet-configuration/index.ts';
import { addHostImage, HOST_IMAGE, startPrivateNode } from '../test-support/private-node.ts';

const missing = await missingNamespaces();
const SCRIPT = 'trap "exit 7" TERM; touch /tmp/ready; while :; do sleep 0.05; done';

const podNamed = (name: string): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: {
    containers: [
      {
        ...{ name: 'main', image: HOST_IMAGE, imagePullPolicy: 'Never', command: ['sh', '-c', SCRIPT] },
        readinessProbe: { exec: { command: ['cat', '/tmp/ready'] }, periodSeconds: 1, failureThreshold: 100 },
      },
    ],
  },
});

async function startNode(configuration: KubeletConfiguration) {
  const node = await startPrivateNode({ addImages: addHostImage, configuration });
  onTestFinished(() => node.close());
  const pods = node.client.resource(core.v1.pods, 'default');
  const untilReady = (name: string, restarts = 0): Promise<Pod | undefined> =>
    eventually(() => pods.find(name), {
      until: (pod) => {
        const [status] = pod?.status?.containerStatuses ?? [];
        return status?.ready === true && status.restartCount >= restarts;
      },
    });
  return { ...node, pods, untilReady };
}

describe.skipIf(missing !== undefined)(
  `a node that is stopped${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    test('by default pods end without being reported as failed, and run again with the next start', async () => {
      const { pods, stop, start, untilReady } = await startNode(MACHINE_DEFAULTS);
      await pods.create(podNamed('web'));
      await untilReady('web');
      await stop();
      expect((await pods.get('web')).status?.phase).toBe('Running');
      await start();
      const again = await untilReady('web', 1);
      expect(again?.status?.containerStatuses?.[0]?.lastState?.terminated?.exitCode).toBe(7);
    });

    test('with a grace period pods are reported as terminated and stay so; static pods run again', async () => {
      const { pods, directory, stop, start, untilReady, client } = await startNode({
        ...MACHINE_DEFAULTS,
        shutdownGracePeriod: '5s',
      });
      await mkdir(join(directory, 'manifests'), { recursive: true });
      await writeFile(join(directory, 'manifests', 'own.yaml'), JSON.stringify(podNamed('own')));
      await pods.create(podNamed('web'));
      for (const name of ['web', 'own-machine']) await untilReady(name);
      await stop();
      for (const name of ['web', 'own-machine']) {
        const { status } = await pods.get(name);
        expect(status).toMatchObject({ phase: 'Failed', reason: 'Terminated' });
        expect(status?.containerStatuses?.[0]?.state?.terminated?.exitCode).toBe(7);
      }
      const node = await client.resource(core.v1.nodes).get('machine');
      expect(node.status?.conditions).toContainEqual(expect.objectContaining({ type: 'Ready', status: 'False' }));
      await start();
      expect((await untilReady('own-machine', 1))?.status).not.toHaveProperty('reason');
      expect((await pods.get('web')).status).toMatchObject({ phase: 'Failed', reason: 'Terminated' });
      const ready = await eventually(() => client.resource(core.v1.nodes).get('machine'), {
        until: ({ status }) =>
          status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') === true,
      });
      expect(ready.status?.allocatable).toHaveProperty('ephemeral-storage');
    });
  },
);

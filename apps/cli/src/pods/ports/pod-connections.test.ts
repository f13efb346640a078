import { text } from 'node:stream/consumers';
import { systemClock, systemRandom } from '@kubemin/base';
import { core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ClusterPods } from '../cluster-pods.ts';
import { readyPod } from '../pod-containers.ts';
import { PodConnections } from './pod-connections.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
});
afterAll(() => cluster.close());

it('connections go to the next pod once the first is gone, after one that failed', async () => {
  const pods = cluster.client.resource(core.v1.pods, 'default');
  for (const name of ['first', 'second']) {
    await pods.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
      spec: { containers: [{ name: 'main', image: 'registry.test/app:1' }] },
    });
    await eventually(async () => (await pods.get(name)).status?.phase === 'Running');
  }
  const selection = { kind: 'application', namespace: 'default', labelSelector: '' } as const;
  const access = new ClusterPods({ clock: systemClock, random: systemRandom }, cluster.client, selection);
  const find = async () => ({ pod: readyPod(await access.list(), 'pods'), portNumber: Number });
  const connections = new PodConnections({ access, find }, new AbortController().signal);
  const ask = async () => {
    const { data, failure } = await connections.open(80);
    data.write('GET / HTTP/1.1\r\n\r\n');
    return (await text(data)) || (await failure);
  };
  expect(await ask()).toContain('pod default/first port 80');
  // A failure that is not the pod's end changes nothing.
  await connections.verifyPod();
  expect(await ask()).toContain('pod default/first port 80');
  await pods.delete('first', { gracePeriodSeconds: 0 });
  await eventually(ask, { until: (output) => output?.includes('does not exist') === true });
  await connections.verifyPod();
  expect(await ask()).toContain('pod default/second port 80');
  access.close();
});

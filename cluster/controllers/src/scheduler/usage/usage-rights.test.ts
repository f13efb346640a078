import { systemClock } from '@kubemin/base';
import { createKubeClient } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCHEDULER } from '../../pod-owner/controller-user.ts';
import { describeCluster } from '../../test-support/describe-cluster.ts';
import { nodeUsage } from './node-usage.ts';

describeCluster('what nodes use', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await start({ nodes: 2 });
  });
  afterAll(() => cluster.close());

  test('can be read by the scheduler, as itself', async () => {
    const nodes = cluster.client.resource(core.v1.nodes);
    const known = await eventually(async () => (await nodes.list()).items, { until: (list) => list.length === 2 });
    const names = known.map(({ metadata }) => metadata.name ?? '');
    const sources = nodeUsage({
      client: createKubeClient(cluster.as(SCHEDULER)),
      clock: systemClock,
      nodes: () => names,
    });
    const { signal } = new AbortController();
    const measured = await eventually(() => sources.cpu(signal), { until: (readings) => readings.size === 2 });
    expect([...measured.keys()].toSorted()).toEqual(names.toSorted());
    const disks = await sources.disk(signal);
    expect([...disks.keys()].toSorted()).toEqual(names.toSorted());
  });

  test('is read from the nodes that respond; it fails only when none does', async () => {
    const nodes = cluster.client.resource(core.v1.nodes);
    const [one] = await eventually(async () => (await nodes.list()).items, { until: (list) => list.length === 2 });
    const name = one?.metadata.name ?? '';
    const { signal } = new AbortController();
    const some = await nodeUsage({ client: cluster.client, clock: systemClock, nodes: () => ['gone', name] }).disk(
      signal,
    );
    expect([...some.keys()]).toEqual([name]);
    await expect(
      nodeUsage({ client: cluster.client, clock: systemClock, nodes: () => ['gone'] }).disk(signal),
    ).rejects.toThrow('gone');
  });
});

import { core } from '@kubemin/kubeapi/resources';
import { expect, test } from 'vitest';
import { startManualFleet } from '../test-support/manual-fleet.ts';

test('a pod that is active for longer than its deadline fails with that reason', async () => {
  const fleet = await startManualFleet({ count: 1 });
  try {
    await fleet.clock.advance(1_000);
    const pods = fleet.cluster.client.resource(core.v1.pods, 'default');
    const containers = [{ name: 'main', image: 'shop:1' }];
    await pods.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'late' },
      spec: { nodeName: 'simulated-node-0', activeDeadlineSeconds: 3, containers },
    });
    await fleet.clock.advance(1_900);
    expect((await pods.get('late')).status?.phase).toBe('Running');
    await fleet.clock.advance(2_100);
    const { status } = await pods.get('late');
    expect(status).toMatchObject({
      phase: 'Failed',
      reason: 'DeadlineExceeded',
      message: 'Pod was active on the node longer than the specified deadline',
      containerStatuses: [{ ready: false, state: { terminated: { exitCode: 143 } } }],
    });
    expect(status?.podIP).toBeDefined();
    expect(status?.conditions?.find(({ type }) => type === 'Ready')?.status).toBe('False');
    await fleet.clock.advance(60_000);
    const { items } = await fleet.cluster.client.resource(core.v1.events, 'default').list();
    const recorded = items.filter(({ reason }) => reason === 'DeadlineExceeded');
    expect(recorded.map(({ type, count }) => [type, count])).toEqual([['Normal', 1]]);
  } finally {
    await fleet.close();
  }
});

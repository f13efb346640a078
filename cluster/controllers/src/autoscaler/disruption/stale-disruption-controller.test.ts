import { timestamp } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { ManualClock, startTestCluster } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runModule } from '../../test-support/run-module.ts';
import { pod } from '../../test-support/workload.ts';
import { staleDisruptionController } from './stale-disruption-controller.ts';

async function announced(reason: string) {
  const clock = new ManualClock();
  const cluster = await startTestCluster({ controllers: false, clock });
  const stop = await runModule(cluster.client, staleDisruptionController, clock);
  onTestFinished(async () => {
    await stop();
    await cluster.close();
  });
  const pods = cluster.client.resource(core.v1.pods, 'default');
  await pods.create(pod('spared'));
  const conditions = [
    { type: 'DisruptionTarget', status: 'True', reason, lastTransitionTime: timestamp(clock.now()) },
    { type: 'Ready', status: 'True' },
  ];
  await pods.patch('spared', { type: 'strategic', body: { status: { conditions } } }, { subresource: 'status' });
  const find = async (type: string) =>
    (await pods.get('spared')).status?.conditions?.find((condition) => condition.type === type);
  return { clock, find };
}

test('a pod that is still there two minutes after its disruption was announced no longer counts as disrupted', async () => {
  const { clock, find } = await announced('PreemptionByScheduler');
  await clock.advance(110_000);
  expect(await find('DisruptionTarget')).toMatchObject({ status: 'True' });
  await clock.advance(15_000);
  expect(await find('DisruptionTarget')).toMatchObject({ status: 'False', reason: 'PreemptionByScheduler' });
  expect(await find('Ready')).toMatchObject({ status: 'True' });
});

test('a node may take as long as it likes to end a pod', async () => {
  const { clock, find } = await announced('TerminationByKubelet');
  await clock.advance(600_000);
  expect(await find('DisruptionTarget')).toMatchObject({ status: 'True' });
});

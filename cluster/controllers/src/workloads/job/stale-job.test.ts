import { createKubeClient } from '@kubemin/kube';
import { type ApiHandler, expired, type WatchEvent } from '@kubemin/kubeapi';
import { batch, core } from '@kubemin/kubeapi/resources';
import { ManualClock, startTestCluster } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { runModule } from '../../test-support/run-module.ts';
import { job } from '../../test-support/workload.ts';
import { jobController } from './job-controller.ts';

test('a Job that hears late of its own counting makes no second pod for a success that was counted', async () => {
  const clock = new ManualClock();
  const cluster = await startTestCluster({ controllers: false, clock });
  const ended = Promise.withResolvers<void>();
  const counted = Promise.withResolvers<void>();
  const line = unreliableWatches(cluster.loopback, { ended: ended.promise, counted: counted.promise });
  const stop = await runModule(createKubeClient(line), jobController, clock);
  const jobs = cluster.client.resource(batch.v1.jobs, 'default');
  const pods = cluster.client.resource(core.v1.pods, 'default');
  try {
    await jobs.create(job('once'));
    await clock.advance(5_000);
    const [pod] = (await pods.list()).items;
    const body = { status: { phase: 'Succeeded' } };
    await pods.patch(pod?.metadata.name ?? '', { type: 'strategic', body }, { subresource: 'status' });
    ended.resolve();
    await clock.advance(5_000);
    const released = await pods.get(pod?.metadata.name ?? '');
    expect(released.metadata.finalizers ?? []).toEqual([]);
    counted.resolve();
    await clock.advance(60_000);
    expect((await pods.list()).items).toHaveLength(1);
    expect((await jobs.get('once')).status).toMatchObject({ succeeded: 1, conditions: [{}, { type: 'Complete' }] });
  } finally {
    ended.resolve();
    counted.resolve();
    await stop();
    await cluster.close();
  }
});

/** Holds events of running pods back, and events of Jobs from the moment that their pods are counted until `counted`. */
function unreliableWatches(
  handler: ApiHandler,
  { ended, counted }: { ended: Promise<void>; counted: Promise<void> },
): ApiHandler {
  return async (request) => {
    const response = await handler(request);
    if (response.kind !== 'watch') return response;
    const isOfJobs = request.path.endsWith('/jobs');
    const { events } = response;
    return { ...response, events: isOfJobs ? delayCounting(events, counted) : restartingWatch(events, ended) };
  };
}

async function* delayCounting(events: AsyncIterable<readonly WatchEvent[]>, gate: Promise<void>) {
  for await (const batch of events) {
    if (JSON.stringify(batch).includes('"uncountedTerminatedPods":{"succeeded"')) await gate;
    yield batch;
  }
}

/** Ends the watch at each event, so that the informer lists again and finds pods that have ended already. */
async function* restartingWatch(events: AsyncIterable<readonly WatchEvent[]>, gate: Promise<void>) {
  let isOpen = false;
  void gate.then(() => {
    isOpen = true;
  });
  for await (const batch of events) {
    if (isOpen) yield batch;
    else {
      await gate;
      yield [{ type: 'ERROR', object: expired('forgotten').status } as const];
      return;
    }
  }
}

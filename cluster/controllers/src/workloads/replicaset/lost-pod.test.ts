import { createKubeClient } from '@kubemin/kube';
import type { ApiHandler, WatchEvent } from '@kubemin/kubeapi';
import { apps, core } from '@kubemin/kubeapi/resources';
import { eventually, ManualClock, startTestCluster } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { runModule } from '../../test-support/run-module.ts';
import { replicaSet } from '../../test-support/workload.ts';
import { replicaSetController } from './replicaset-controller.ts';

test('a pod that came and went without the controller hearing of it is replaced after a while', async () => {
  const cluster = await startTestCluster({ controllers: false });
  const clock = new ManualClock();
  const stop = await runModule(createKubeClient(withoutPods(cluster.loopback)), replicaSetController, clock);
  const pods = cluster.client.resource(core.v1.pods, 'default');
  try {
    await cluster.client.resource(apps.v1.replicasets, 'default').create(replicaSet('web', 1));
    const lost = await eventually(async () => (await pods.list()).items[0]?.metadata.name);
    await pods.delete(lost ?? '', { gracePeriodSeconds: 0 });
    const names = await eventually(
      async () => {
        await clock.advance(60_000);
        return (await pods.list()).items.map(({ metadata }) => metadata.name);
      },
      { until: ({ length }) => length > 0 },
    );
    expect(names).not.toContain(lost);
  } finally {
    await stop();
    await cluster.close();
  }
});

/** Sends no events of pods. */
function withoutPods(handler: ApiHandler): ApiHandler {
  return async (request) => {
    const response = await handler(request);
    if (response.kind !== 'watch' || !request.path.endsWith('/pods')) return response;
    return { ...response, events: unheard(response.events) };
  };
}

async function* unheard(events: AsyncIterable<readonly WatchEvent[]>): AsyncGenerator<readonly WatchEvent[]> {
  for await (const batch of events) yield batch.filter(({ type }) => type === 'BOOKMARK');
}

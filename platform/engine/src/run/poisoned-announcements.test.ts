import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { eventually } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openTestQueue, type QueueServer, TEST_SETTINGS } from '../queue/test-support/queue-backend.ts';
import { makeBench } from '../test-support/bench.ts';
import { SHARED_BACKENDS } from '../test-support/queue-backends.ts';

const QUICK = { replicaCheckMs: 50, leaseRetryMs: 50, dispatchPollIntervalMs: 100 };

for (const backend of SHARED_BACKENDS) {
  const skip = backend.missing === undefined ? '' : ` (skipped: ${backend.missing})`;
  describe.skipIf(backend.missing !== undefined)(`poisoned messages in ${backend.name}${skip}`, () => {
    let server: QueueServer;
    beforeAll(async () => {
      server = await backend.start();
    });
    afterAll(() => server?.close());

    test('W-08: any message in the queue is settled; every task runs once, ended ones stay as they are', async () => {
      const settings = { ...TEST_SETTINGS, channelPrefix: 'poisoned' };
      const ran: string[] = [];
      const { engine, submit, finished } = await makeBench(systemClock, {
        settings: QUICK,
        queue: { driver: server.driver(), settings },
        script: () => async (context) => {
          ran.push(context.appId);
        },
      });
      await engine.start();
      const before = (await finished((await submit(['c1'], 'before')).id)).task;

      const context = { settings, clock: systemClock, random: systemRandom, logger: silentLogger };
      const channel = server.driver().open(context);
      onTestFinished(() => channel.close());
      const announcement = (taskId: unknown) => JSON.stringify({ taskId, appId: 'x' });
      const poison = [
        '',
        'not JSON',
        '[]',
        'null',
        '{"__proto__": {"taskId": "x"}}',
        announcement(5),
        announcement({ id: before.id }),
        announcement('no such task'),
        announcement("'; drop table tasks; --"),
        JSON.stringify({ taskId: 'x'.repeat(500_000), appId: 'x' }),
        // Delivered long after, and repeatedly.
        ...Array.from({ length: 20 }, () => announcement(before.id)),
      ];
      for (const payload of poison) await channel.publish({ key: 'x', payload });
      const after = [];
      for (let index = 0; index < 5; index++) after.push(await submit(['c1', 'd1'], `after-${index}`));
      for (const { id } of after) expect((await finished(id)).task.status).toBe('completed');

      const queue = openTestQueue({ driver: server.driver(), settings });
      onTestFinished(() => queue.close());
      await eventually(async () => (await queue.stats()).backlog, { until: (left) => left === 0 });
      expect(await engine.task(before.id)).toEqual(before);
      expect(ran.toSorted()).toEqual(['before', ...after.flatMap(({ appId }) => [appId, appId])].toSorted());
    });
  });
}

import { RetryableError, silentLogger, systemRandom } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { eventually, ManualClock } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { noopQueueDriver } from './noop/noop-channel.ts';
import { openTaskQueue } from './open-task-queue.ts';
import type { QueueDriver } from './queue-driver.ts';

test('the call that finds the queue available again wakes consumers that would have waited minutes', async () => {
  let away = true;
  const noop = noopQueueDriver();
  const driver: QueueDriver = {
    ...noop,
    open: (context) => {
      const channel = noop.open(context);
      const subscribe = (consumer: string) => {
        const subscription = channel.subscribe(consumer);
        const read: typeof subscription.read = async (options) => {
          if (away) throw new RetryableError(verbatim('connection refused'), { code: 'QUEUE_UNAVAILABLE' });
          return subscription.read(options);
        };
        return { ...subscription, read };
      };
      return {
        publish: (message) => channel.publish(message),
        subscribe,
        stats: () => channel.stats(),
        close: () => channel.close(),
      };
    },
  };
  const clock = new ManualClock();
  const queue = openTaskQueue({ driver, clock, random: systemRandom, logger: silentLogger });
  onTestFinished(() => queue.close());
  const heard: string[] = [];
  const handle = async ({ taskId }: { readonly taskId: string }) => {
    heard.push(taskId);
    return 'done' as const;
  };
  queue.consume({ consumer: 'one', concurrency: 1, handle });
  await eventually(() => queue.health.status === 'down');
  away = false;
  await queue.publish({ taskId: 'task', appId: 'app' });
  expect(queue.health.status).toBe('up');
  await eventually(() => heard.length > 0);
});

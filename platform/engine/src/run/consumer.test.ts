import { ManualClock } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import type { QueueDriver, QueueMessage } from '../queue/queue-driver.ts';
import { TEST_SETTINGS } from '../queue/test-support/queue-backend.ts';
import { makeBench } from '../test-support/bench.ts';
import { never } from '../test-support/crash.ts';
import { memoryBackend } from '../test-support/queue-backends.ts';

/** The same queue, which reports every message that was read. */
function observed(driver: QueueDriver, onRead: (messages: readonly QueueMessage[]) => void): QueueDriver {
  return {
    ...driver,
    open: (context) => {
      const channel = driver.open(context);
      return {
        publish: (message) => channel.publish(message),
        subscribe: (consumer) => {
          const subscription = channel.subscribe(consumer);
          const read: typeof subscription.read = async (options) => {
            const messages = await subscription.read(options);
            onRead(messages);
            return messages;
          };
          return { ...subscription, read };
        },
        stats: () => channel.stats(),
        close: () => channel.close(),
      };
    },
  };
}

test('an instance that stops leaves the announcements of waiting tasks in the queue, for others to read', async () => {
  const server = await memoryBackend.start();
  onTestFinished(() => server.close());
  const read: string[] = [];
  const running = Promise.withResolvers<void>();
  const { engine, submit } = await makeBench(new ManualClock(), {
    settings: { maxConcurrentWorkflows: 1 },
    queue: {
      driver: observed(server.driver(), (messages) => read.push(...messages.map(({ id }) => id))),
      settings: TEST_SETTINGS,
    },
    script: () => () => {
      running.resolve();
      return never();
    },
  });
  await engine.start();
  for (let index = 0; index < 20; index++) await submit(['d1'], `app-${index}`);
  await running.promise;
  await engine.stop();
  // The one it ran, and one that found its place free.
  expect(read.length).toBeLessThanOrEqual(2);
});

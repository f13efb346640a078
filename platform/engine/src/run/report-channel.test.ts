import { silentLogger } from '@kubemin/base';
import { ManualClock } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { ReportChannel } from './report-channel.ts';

test('the end of a job waits for a message that is being stored, and leaves no other for later', async () => {
  const storing = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const order: string[] = [];
  const channel = new ReportChannel({
    clock: new ManualClock(),
    logger: silentLogger,
    signal: new AbortController().signal,
    store: async ({ message }) => {
      begun.resolve();
      await storing.promise;
      order.push(message);
    },
  });
  const [first, second] = [channel.send('first'), begun.promise.then(() => channel.send('second'))];
  await begun.promise;
  const closed = channel.close().then(() => order.push('closed'));
  storing.resolve();
  await Promise.all([first, second, closed]);
  expect(order).toEqual(['first', 'closed']);
});

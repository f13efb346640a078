import { silentLogger } from '@kubemin/base';
import { ManualClock } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { ReportChannel } from './report-channel.ts';

test('the end of a job waits for words that are being stored, and leaves no others for later', async () => {
  const storing = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const order: string[] = [];
  const channel = new ReportChannel({
    clock: new ManualClock(),
    logger: silentLogger,
    signal: new AbortController().signal,
    store: async (words) => {
      begun.resolve();
      await storing.promise;
      order.push(words);
    },
  });
  const [first, second] = [channel.send('first'), begun.promise.then(() => channel.send('second'))];
  await begun.promise;
  const closed = channel.close().then(() => order.push('closed'));
  storing.resolve();
  await Promise.all([first, second, closed]);
  expect(order).toEqual(['first', 'closed']);
});

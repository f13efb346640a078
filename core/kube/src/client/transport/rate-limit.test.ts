import type { ApiRequest } from '@kubemin/kubeapi';
import { ManualClock } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { rateLimitedHandler } from './rate-limit.ts';

function limited(qps: number, burst: number) {
  const clock = new ManualClock();
  const sent: string[] = [];
  const handler = rateLimitedHandler(
    async ({ path }) => {
      sent.push(path);
      return { kind: 'object', status: 200, headers: {}, object: {} };
    },
    { qps, burst, clock },
  );
  const ask = (path: string, signal?: AbortSignal): Promise<unknown> => {
    const request: ApiRequest = { method: 'GET', path, query: new URLSearchParams(), headers: {} };
    return handler(signal === undefined ? request : { ...request, signal });
  };
  return { clock, sent, ask };
}

test('a burst goes out at once, the rest one by one at the rate, in order', async () => {
  const { clock, sent, ask } = limited(10, 2);
  const all = Promise.all(['1', '2', '3', '4'].map((path) => ask(path)));
  await clock.advance(0);
  expect(sent).toEqual(['1', '2']);
  await clock.advance(100);
  expect(sent).toEqual(['1', '2', '3']);
  await clock.advance(100);
  await all;
  expect(sent).toEqual(['1', '2', '3', '4']);
});

test('a quiet time allows a burst again, and no more than that', async () => {
  const { clock, sent, ask } = limited(10, 2);
  await Promise.all([ask('1'), ask('2')]);
  await clock.advance(60_000);
  const all = Promise.all([ask('3'), ask('4'), ask('5')]);
  await clock.advance(0);
  expect(sent).toEqual(['1', '2', '3', '4']);
  await clock.advance(100);
  await all;
});

test('a request that is given up while it waits is not sent', async () => {
  const { clock, sent, ask } = limited(1, 1);
  const given = new AbortController();
  await ask('1');
  const waiting = expect(ask('2', given.signal)).rejects.toThrow();
  given.abort();
  await waiting;
  await clock.advance(10_000);
  expect(sent).toEqual(['1']);
});

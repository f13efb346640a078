import { silentLogger } from '@kubemin/base';
import { ManualClock } from '@kubemin/testing';
import { expect, it } from 'vitest';
import { KeyedRetryLoop } from './keyed-retry-loop.ts';

function bench() {
  const clock = new ManualClock();
  const started: string[] = [];
  let gates: PromiseWithResolvers<void>[] = [];
  const loop = new KeyedRetryLoop({
    clock,
    logger: silentLogger,
    failureMessage: 'it failed',
    reconcile: (key) => {
      started.push(key);
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      return gate.promise;
    },
  });
  /** Ends the running call and waits until its effects are visible. */
  const finish = async (error?: Error): Promise<void> => {
    const open = gates;
    gates = [];
    for (const gate of open) error === undefined ? gate.resolve() : gate.reject(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, loop, started, finish };
}

it('does what happened during its work once more, however often that was', async () => {
  const { loop, started, finish } = bench();
  loop.enqueue('a');
  loop.enqueue('a');
  loop.enqueue('a');
  loop.enqueue('b');
  expect(started).toEqual(['a', 'b']);
  await finish();
  expect(started).toEqual(['a', 'b', 'a']);
  await finish();
  expect(started).toEqual(['a', 'b', 'a']);
  loop.enqueue('a');
  expect(started).toHaveLength(4);
});

it('tries again what failed, once, also when it is nudged meanwhile', async () => {
  const { clock, loop, started, finish } = bench();
  loop.enqueue('a');
  await finish(new Error('no'));
  expect(started).toEqual(['a']);
  await clock.advance(1000);
  expect(started).toEqual(['a', 'a']);
  await finish(new Error('no'));
  loop.enqueue('a');
  await finish();
  await clock.advance(10_000);
  expect(started).toEqual(['a', 'a', 'a']);
});

it('begins nothing after it was stopped', async () => {
  const { clock, loop, started, finish } = bench();
  loop.enqueue('a');
  loop.enqueue('a');
  loop.enqueue('b');
  loop.stop();
  await finish(new Error('no'));
  loop.enqueue('c');
  await clock.advance(10_000);
  expect(started).toEqual(['a', 'b']);
});

import { silentLogger } from '@kubemin/base';
import { ManualClock } from '@kubemin/testing';
import { expect, it } from 'vitest';
import { Chores } from './chores.ts';

function bench() {
  const clock = new ManualClock();
  const started: string[] = [];
  let gates: PromiseWithResolvers<void>[] = [];
  const chores = new Chores({
    clock,
    logger: silentLogger,
    complaint: 'it failed',
    work: (key) => {
      started.push(key);
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      return gate.promise;
    },
  });
  /** Ends what is under way and lets everybody notice. */
  const finish = async (error?: Error): Promise<void> => {
    const open = gates;
    gates = [];
    for (const gate of open) error === undefined ? gate.resolve() : gate.reject(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, chores, started, finish };
}

it('does what happened during its work once more, however often that was', async () => {
  const { chores, started, finish } = bench();
  chores.nudge('a');
  chores.nudge('a');
  chores.nudge('a');
  chores.nudge('b');
  expect(started).toEqual(['a', 'b']);
  await finish();
  expect(started).toEqual(['a', 'b', 'a']);
  await finish();
  expect(started).toEqual(['a', 'b', 'a']);
  chores.nudge('a');
  expect(started).toHaveLength(4);
});

it('tries again what failed, once, also when it is nudged meanwhile', async () => {
  const { clock, chores, started, finish } = bench();
  chores.nudge('a');
  await finish(new Error('no'));
  expect(started).toEqual(['a']);
  await clock.advance(1000);
  expect(started).toEqual(['a', 'a']);
  await finish(new Error('no'));
  chores.nudge('a');
  await finish();
  await clock.advance(10_000);
  expect(started).toEqual(['a', 'a', 'a']);
});

it('begins nothing after it was stopped', async () => {
  const { clock, chores, started, finish } = bench();
  chores.nudge('a');
  chores.nudge('a');
  chores.nudge('b');
  chores.stop();
  await finish(new Error('no'));
  chores.nudge('c');
  await clock.advance(10_000);
  expect(started).toEqual(['a', 'b']);
});

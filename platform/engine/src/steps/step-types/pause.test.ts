import { ManualClock } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { makeBench } from '../../test-support/bench.ts';
import { documentWithSteps } from '../../test-support/documents.ts';

const document = documentWithSteps(
  ['c1'],
  [
    { name: 'wait', type: 'pause', properties: { duration: '10m' } },
    { name: 'go', components: ['c1'] },
  ],
);

test('some time passes, and a restart in between does not start it again', async () => {
  const clock = new ManualClock();
  const first = await makeBench(clock);
  await first.engine.start();
  const { id } = await first.submit(document);
  await clock.advance(300_000);
  await first.engine.stop();
  await clock.advance(200_000);
  const second = await makeBench(clock, { database: first.database });
  await second.engine.start();
  await clock.advance(99_000);
  expect((await second.engine.task(id))?.status).toBe('running');
  await clock.advance(1_000);
  const { task } = await second.finished(id);
  expect(task.status).toBe('completed');
  expect((await second.engine.jobs(id))[0]).toMatchObject({ attempt: 2, message: 'paused for 10m' });
});

test('a pause that ended while no executor ran it is over at once', async () => {
  const clock = new ManualClock();
  const first = await makeBench(clock);
  await first.engine.start();
  const { id } = await first.submit(document);
  await clock.advance(1_000);
  await first.engine.stop();
  await clock.advance(7_200_000);
  const second = await makeBench(clock, { database: first.database });
  await second.engine.start();
  expect((await second.finished(id)).task.status).toBe('completed');
});

test('a cancel ends a pause at once', async () => {
  const { engine, clock, submit, finished } = await makeBench(new ManualClock());
  await engine.start();
  const { id } = await submit(document);
  await clock.advance(1_000);
  await engine.cancel(id);
  expect((await finished(id)).task.status).toBe('cancelled');
});

import { ManualClock } from '@kubemin/testing';
import { describe, expect, test } from 'vitest';
import { type Bench, type BenchOptions, makeBench } from '../../test-support/bench.ts';
import { documentWithSteps } from '../../test-support/documents.ts';

const document = documentWithSteps(
  ['c1'],
  [
    { name: 'agree', type: 'approval', properties: { message: 'Ship it?' } },
    { name: 'report', type: 'probe', inputs: [{ name: 'text', from: 'steps.agree.outputs.approvedBy' }] },
    { name: 'go', components: ['c1'] },
  ],
);

async function waitingBench(options: BenchOptions = {}) {
  const bench = await makeBench(new ManualClock(), options);
  await bench.engine.start();
  const { id } = await bench.submit(document);
  await asked(bench, id);
  return { ...bench, id };
}

/** Follows the run until it asks. */
async function asked(bench: Bench<ManualClock>, id: string): Promise<void> {
  for await (const event of bench.engine.events(id)) {
    if (event.kind === 'job' && event.job.approval !== undefined) return;
  }
}

test('a run waits until a user approves; who and when is stored and passed on', async () => {
  const texts: string[] = [];
  const { engine, clock, finished, id } = await waitingBench({
    probes: {
      report: async ({ properties }) => {
        texts.push(properties.text);
        return undefined;
      },
    },
  });
  await clock.advance(600_000);
  expect((await engine.jobs(id))[0]).toMatchObject({ status: 'running', approval: { question: 'Ship it?' } });
  const decided = await engine.decide(id, { verdict: 'approved', user: 'ada', comment: 'looks good' });
  expect(decided.approval).toEqual({
    question: 'Ship it?',
    verdict: 'approved',
    by: 'ada',
    at: clock.now(),
    comment: 'looks good',
  });
  expect((await finished(id)).task.status).toBe('completed');
  expect((await engine.jobs(id))[0]).toMatchObject({ status: 'completed', message: 'approved by ada: looks good' });
  expect(texts).toEqual(['ada']);
});

test('a rejection ends the run rejected, and nothing after it is delivered', async () => {
  const { engine, finished, id } = await waitingBench();
  await engine.decide(id, { verdict: 'rejected', user: 'bob' });
  expect((await finished(id)).task).toMatchObject({ status: 'rejected', error: 'step "agree": rejected by bob' });
  expect((await engine.jobs(id)).map(({ status }) => status)).toEqual(['rejected', 'skipped', 'skipped']);
});

describe('over a restart', () => {
  test('the question stays open, and is seen', async () => {
    const first = await waitingBench();
    await first.engine.stop();
    const second = await makeBench(new ManualClock(), { database: first.database });
    await second.engine.start();
    await second.clock.advance(1_000);
    expect((await second.engine.jobs(first.id))[0]).toMatchObject({ message: 'Ship it?', attempt: 2 });
    await second.engine.decide(first.id, { verdict: 'approved', user: 'ada' });
    expect((await second.finished(first.id)).task.status).toBe('completed');
  });

  test('a decision made while no executor lives counts', async () => {
    const first = await waitingBench();
    await first.engine.stop();
    await first.engine.decide(first.id, { verdict: 'approved', user: 'ada' });
    const second = await makeBench(new ManualClock(), { database: first.database });
    await second.engine.start();
    expect((await second.finished(first.id)).task.status).toBe('completed');
  });
});

test('a decision made in another process is noticed with the next poll', async () => {
  const { engine, clock, database, id } = await waitingBench();
  const other = await makeBench(new ManualClock(), { database });
  await other.engine.decide(id, { verdict: 'approved', user: 'ada' });
  await clock.advance(3_000);
  expect((await engine.task(id))?.status).toBe('completed');
});

test('a run that waits for a decision keeps no other from running, and takes its turn when it continues', async () => {
  const held = Promise.withResolvers<void>();
  const bench = await waitingBench({
    settings: { maxConcurrentWorkflows: 1 },
    scripts: { dheld: () => held.promise },
  });
  const other = await bench.submit(['dheld'], 'other');
  await bench.clock.advance(100);
  expect((await bench.engine.task(other.id))?.status).toBe('running');
  await bench.engine.decide(bench.id, { verdict: 'approved' });
  await bench.clock.advance(10_000);
  expect((await bench.engine.jobs(bench.id)).map(({ status }) => status)).toEqual(['running', 'queued', 'queued']);
  held.resolve();
  expect((await bench.finished(other.id)).task.status).toBe('completed');
  expect((await bench.finished(bench.id)).task.status).toBe('completed');
});

test('a run that waits for a decision can be cancelled, and its slot is free', async () => {
  const bench = await waitingBench({ settings: { maxConcurrentWorkflows: 1 } });
  await bench.engine.cancel(bench.id, { user: 'ada' });
  expect((await bench.finished(bench.id)).task.status).toBe('cancelled');
  const next = await bench.submit(['c1'], 'next');
  expect((await bench.finished(next.id)).task.status).toBe('completed');
});

test('a decision that nothing waits for is refused', async () => {
  const { engine, finished, id } = await waitingBench();
  await expect(engine.decide('nowhere', { verdict: 'approved' })).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
  await expect(engine.decide(id, { verdict: 'approved', jobId: 'x' })).rejects.toThrow('waits for a decision');
  await engine.decide(id, { verdict: 'approved' });
  await finished(id);
  await expect(engine.decide(id, { verdict: 'rejected' })).rejects.toMatchObject({ code: 'TASK_FINISHED' });
});

describe('with a time after which the run goes on', () => {
  const timed = documentWithSteps(
    ['c1'],
    [
      { name: 'agree', type: 'approval', properties: { goOnAfter: '10m' } },
      { name: 'go', components: ['c1'] },
    ],
  );
  async function timedBench() {
    const bench = await makeBench(new ManualClock());
    await bench.engine.start();
    const { id } = await bench.submit(timed);
    await asked(bench, id);
    return { ...bench, id };
  }

  test('it continues at that time, and not before', async () => {
    const { engine, clock, finished, id } = await timedBench();
    await clock.advance(599_000);
    expect((await engine.jobs(id))[0]?.status).toBe('running');
    await clock.advance(1_000);
    expect((await finished(id)).task.status).toBe('completed');
    expect((await engine.jobs(id))[0]).toMatchObject({ message: 'approved by time', approval: { by: 'time' } });
  });

  test('until then a user can still reject', async () => {
    const { engine, clock, finished, id } = await timedBench();
    await clock.advance(599_000);
    await engine.decide(id, { verdict: 'rejected', user: 'bob' });
    expect((await finished(id)).task.status).toBe('rejected');
  });
});

const pausedDocument = documentWithSteps(
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
  const { id } = await first.submit(pausedDocument);
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
  const { id } = await first.submit(pausedDocument);
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
  const { id } = await submit(pausedDocument);
  await clock.advance(1_000);
  await engine.cancel(id);
  expect((await finished(id)).task.status).toBe('cancelled');
});

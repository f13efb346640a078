import { ManualClock } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { collect, makeBench } from '../test-support/bench.ts';
import { documentWithSteps } from '../test-support/documents.ts';
import type { ProbeScript } from '../test-support/probe.ts';

// The four kinds of jobs: done at once or later, with or without reports. One interface serves them all.

const document = documentWithSteps(['c1'], [{ name: 'work', type: 'probe', outputs: [{ name: 'accuracy' }] }]);

async function makeProbeBench(work: ProbeScript, settings = {}) {
  const bench = await makeBench(new ManualClock(), { probes: { work }, settings });
  await bench.engine.start();
  return bench;
}

test('at once, without reports: the return value is the end', async () => {
  const { engine, submit, finished } = await makeProbeBench(async () => ({ accuracy: 0.9 }));
  const { task } = await finished((await submit(document)).id);
  expect(await engine.jobs(task.id)).toMatchObject([{ status: 'completed', outputs: { accuracy: 0.9 } }]);
});

test('at once, with reports: followers of the run read them while it works', async () => {
  const heard = Promise.withResolvers<void>();
  const { engine, submit } = await makeProbeBench(async ({ report }) => {
    await report('1 of 2');
    await heard.promise;
    await report('2 of 2');
    return {};
  });
  const { id } = await submit(document);
  const words: (string | undefined)[] = [];
  for await (const event of engine.events(id)) {
    if (event.kind === 'job') words.push(event.job.message);
    if (words.at(-1) === '1 of 2') heard.resolve();
  }
  expect(words).toEqual(expect.arrayContaining(['1 of 2', '2 of 2', 'probed']));
});

test('later, without reports: it looks from time to time, others use its slot, its state is in the database', async () => {
  let looks = 0;
  const { engine, clock, submit, finished } = await makeProbeBench(
    async ({ waitWithoutSlot, clock: time, signal }) => {
      for (; looks < 3; looks++) await waitWithoutSlot(() => time.sleep(1_000, signal));
      return { accuracy: 0.9 };
    },
    { maxConcurrentWorkflows: 1 },
  );
  const slow = await submit(document, 'slow');
  await expect.poll(() => engine.jobs(slow.id)).toMatchObject([{ status: 'running' }]);
  expect((await finished((await submit(['c1'], 'quick')).id)).task.status).toBe('completed');
  await clock.advance(3_000);
  expect((await finished(slow.id)).task.status).toBe('completed');
  expect(looks).toBe(3);
});

test('later, decided from outside: the decision brings the result, over a restart too', async () => {
  const work: ProbeScript = async ({ ask }) => (await ask('the evaluation service has the model')).values;
  const first = await makeBench(new ManualClock(), { probes: { work }, settings: { maxConcurrentWorkflows: 1 } });
  await first.engine.start();
  const { id } = await first.submit(document, 'slow');
  await expect.poll(() => first.engine.jobs(id)).toMatchObject([{ approval: { question: expect.any(String) } }]);
  expect((await first.finished((await first.submit(['c1'], 'quick')).id)).task.status).toBe('completed');
  await first.engine.stop();

  const second = await makeBench(new ManualClock(), { probes: { work }, database: first.database });
  await second.engine.start();
  await second.engine.decide(id, { verdict: 'approved', user: 'evaluator', values: { accuracy: 0.9 } });
  await collect(second.engine.events(id));
  expect(await second.engine.jobs(id)).toMatchObject([
    { status: 'completed', outputs: { accuracy: 0.9 }, approval: { by: 'evaluator', values: { accuracy: 0.9 } } },
  ]);
});

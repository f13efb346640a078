import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { ManualClock } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { type BenchOptions, makeBench } from '../test-support/bench.ts';
import { documentWithSteps, makeDocument } from '../test-support/documents.ts';

const step = (name: string, more: object = {}) => ({ name, type: 'probe', ...more });

/** An engine in which `broken` names what fails; what ran is noted. */
async function flakyBench(options: BenchOptions = {}) {
  const broken = new Set<string>();
  const ran: string[] = [];
  const work = async (name: string): Promise<void> => {
    ran.push(name);
    if (broken.has(name)) throw new TerminalError(verbatim(`${name} is broken`), { code: 'BROKEN' });
  };
  const bench = await makeBench(new ManualClock(), { script: (component) => () => work(component), ...options });
  await bench.engine.start();
  return { ...bench, broken, ran, work };
}

test('a retry keeps what succeeded and runs the rest of the same document', async () => {
  const { engine, submit, finished, broken, ran } = await flakyBench();
  broken.add('d1');
  const { task } = await finished((await submit(['c1', 'c2', 'd1', 'd2'])).id);
  expect(task.status).toBe('failed');
  broken.clear();
  ran.length = 0;
  const again = await engine.retry(task.id, { user: 'ada' });
  expect(again).toMatchObject({ retryOf: task.id, creator: 'ada', revision: 1 });
  expect((await finished(again.id)).task.status).toBe('completed');
  expect(ran).toEqual(['d1', 'd2']);
  expect(
    (await engine.jobs(again.id)).map(({ component, status, message = '' }) => `${component} ${status} ${message}`),
  ).toEqual([
    `c1 completed kept from run ${task.number}`,
    `c2 completed kept from run ${task.number}`,
    'd1 completed ',
    'd2 completed ',
  ]);
  // The task that failed stays as it was.
  expect(await engine.task(task.id)).toEqual(task);
});

test('outputs of what is kept still reach the steps that run', async () => {
  const texts: string[] = [];
  let calls = 0;
  const { engine, submit, finished } = await flakyBench({
    probes: {
      build: async () => ({ result: 'from the first run' }),
      use: async ({ properties }) => {
        texts.push(properties.text);
        calls++;
        if (calls === 1) throw new TerminalError(verbatim('not yet'), { code: 'NOT_YET' });
        return undefined;
      },
    },
  });
  const inputs = [{ name: 'text', from: 'steps.build.outputs.result' }];
  const document = documentWithSteps(
    ['c1'],
    [
      step('build'),
      step('use', { inputs, if: 'steps.build.status == "succeeded"' }),
      { name: 'go', components: ['c1'] },
    ],
  );
  const { task } = await finished((await submit(document)).id);
  expect(task.status).toBe('failed');
  const again = await engine.retry(task.id);
  expect((await finished(again.id)).task.status).toBe('completed');
  expect(texts).toEqual(['from the first run', 'from the first run']);
});

test('one job alone is done again, and nothing else', async () => {
  const { engine, submit, finished, broken, ran } = await flakyBench();
  broken.add('c2');
  const { task } = await finished((await submit(makeDocument(['c1', 'c2', 'd1'], 'DAG'))).id);
  const first = (await engine.jobs(task.id))[0];
  broken.clear();
  ran.length = 0;
  const again = await engine.retry(task.id, { jobId: first?.id ?? '' });
  expect((await finished(again.id)).task.status).toBe('completed');
  expect(ran).toEqual(['c1']);
  expect((await engine.jobs(again.id)).map(({ status }) => status)).toEqual(['completed', 'skipped', 'skipped']);
});

test('a retry of a retry still keeps what the first one did', async () => {
  const { engine, submit, finished, broken, ran } = await flakyBench();
  broken.add('c2').add('d1');
  const first = (await finished((await submit(['c1', 'c2', 'd1'])).id)).task;
  broken.delete('c2');
  const second = (await finished((await engine.retry(first.id)).id)).task;
  expect(second.status).toBe('failed');
  broken.clear();
  ran.length = 0;
  const third = (await finished((await engine.retry(second.id)).id)).task;
  expect(third.status).toBe('completed');
  expect(ran).toEqual(['d1']);
});

test('a crash in the middle of a retry changes nothing about what it keeps', async () => {
  const first = await flakyBench();
  first.broken.add('d1');
  const { task } = await first.finished((await first.submit(['c1', 'd1'])).id);
  await first.engine.stop();
  const again = await first.engine.retry(task.id);
  const second = await makeBench(new ManualClock(), {
    database: first.database,
    script: () => () => new Promise(() => undefined),
  });
  await second.engine.start();
  await second.clock.advance(100);
  await second.engine.stop();
  const third = await flakyBench({ database: first.database });
  expect((await third.finished(again.id)).task.status).toBe('completed');
  expect(third.ran).toEqual(['d1']);
});

test('what cannot be retried is refused with words', async () => {
  const { engine, submit, finished, broken } = await flakyBench();
  const done = (await finished((await submit(['c1'])).id)).task;
  await expect(engine.retry(done.id)).rejects.toMatchObject({ code: 'NOTHING_TO_RETRY' });
  await expect(engine.retry(done.id, { jobId: 'x' })).rejects.toMatchObject({ code: 'NOTHING_TO_RETRY' });
  await expect(engine.retry('nowhere')).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
  broken.add('c1');
  const failed = (await finished((await submit(['c1'])).id)).task;
  await submit(['c1']);
  await expect(engine.retry(failed.id)).rejects.toMatchObject({ code: 'TASK_SUPERSEDED' });
});

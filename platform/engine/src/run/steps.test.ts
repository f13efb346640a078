import { RetryableError, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { ManualClock } from '@kubemin/testing';
import { describe, expect, test } from 'vitest';
import { RejectedError } from '../task/operation.ts';
import { type BenchOptions, makeBench } from '../test-support/bench.ts';
import { documentWithSteps } from '../test-support/documents.ts';

const never = () => new Promise<undefined>(() => undefined);
const fail = async (): Promise<undefined> => {
  throw new TerminalError(verbatim('the disk is on fire'), { code: 'FIRE' });
};
const step = (name: string, more: object = {}) => ({ name, type: 'probe', ...more });
const deploy = (...components: readonly string[]) => ({ name: `go-${components[0]}`, components });

/** Runs the steps and returns the end of the task and, in order, how each job ended. */
async function run(workflow: readonly object[], options: BenchOptions = {}) {
  const bench = await makeBench(new ManualClock(), options);
  await bench.engine.start();
  const { id } = await bench.submit(documentWithSteps(['c1', 'd1'], workflow));
  const { task } = await bench.finished(id);
  const jobs = await bench.engine.jobs(id);
  return { ...bench, task, jobs, ends: jobs.map(({ objectName, status }) => `${objectName} ${status}`) };
}

describe('when a step runs', () => {
  test('after a failure only steps that ask for it run, and the failure stays the end of the run', async () => {
    const { task, jobs, ends } = await run(
      [
        step('breaks'),
        step('next'),
        step('always', { if: 'always' }),
        step('on-failure', { if: 'failed' }),
        step('on-success', { if: 'succeeded' }),
        step('asks', { if: 'steps.breaks.status == "failed" && steps.next.status == "skipped"' }),
        deploy('c1', 'd1'),
      ],
      { probes: { breaks: fail, always: fail } },
    );
    expect(task).toMatchObject({ status: 'failed', error: 'step "breaks": the disk is on fire' });
    expect(ends).toEqual([
      'breaks failed',
      'next skipped',
      'always failed',
      'on-failure completed',
      'on-success skipped',
      'asks completed',
      'c1 skipped',
      'd1 skipped',
    ]);
    expect(jobs[1]?.message).toBe('not started: the run ended before');
  });

  test('a condition that does not hold leaves a step out, with words, and the run goes on', async () => {
    const { task, jobs, ends } = await run(
      [
        step('first', { outputs: [{ name: 'env', from: 'deep.env' }] }),
        step('prod', { if: 'steps.first.outputs.env == "prod"' }),
        step('test', { if: 'steps.first.outputs.env == "test" && steps.prod.status == "skipped"' }),
        { name: 'group', if: 'steps.first.outputs.env == "prod"', subSteps: [step('inner'), deploy('c1')] },
        deploy('d1'),
      ],
      { probes: { first: async () => ({ deep: { env: 'test' } }) } },
    );
    expect(task.status).toBe('completed');
    expect(ends).toEqual([
      'first completed',
      'prod skipped',
      'test completed',
      'inner skipped',
      'c1 skipped',
      'd1 completed',
    ]);
    expect(jobs[1]?.message).toBe('skipped: the condition "steps.first.outputs.env == "prod"" does not hold');
    expect(jobs[0]?.outputs).toEqual({ env: 'test' });
  });

  test('sub steps that run together are left out one by one', async () => {
    const { ends } = await run([
      {
        name: 'group',
        mode: 'DAG',
        subSteps: [step('yes'), step('no', { if: 'failed' }), deploy('c1', 'd1')],
      },
      step('after', { if: 'steps.no.status == "skipped" && steps.yes.status == "succeeded"' }),
    ]);
    expect(ends.toSorted()).toEqual(['after completed', 'c1 completed', 'd1 completed', 'no skipped', 'yes completed']);
  });

  test('a refusal ends the run rejected, and later steps can distinguish it from a failure', async () => {
    const refuse = async (): Promise<undefined> => {
      throw new RejectedError(verbatim('no GPU is free'), { code: 'NO_GPU' });
    };
    const { task, ends } = await run(
      [step('check'), deploy('c1', 'd1'), step('report', { if: 'steps.check.status == "rejected"' })],
      { probes: { check: refuse } },
    );
    expect(task).toMatchObject({ status: 'rejected', error: 'step "check": no GPU is free' });
    expect(ends).toEqual(['check rejected', 'c1 skipped', 'd1 skipped', 'report completed']);
  });
});

describe('values', () => {
  test('travel from step to step, into deep properties too, and are stored', async () => {
    const seen: unknown[] = [];
    const { task, jobs } = await run(
      [
        step('build', { properties: { text: 'given' } }),
        step('use', { inputs: [{ name: 'text', from: 'steps.build.outputs.result' }] }),
        deploy('c1', 'd1'),
      ],
      {
        probes: {
          build: async ({ properties }) => ({ result: `${properties.text}!`, hidden: 'not stored' }),
          use: async ({ properties }) => {
            seen.push(properties);
            return undefined;
          },
        },
      },
    );
    expect(task.status).toBe('completed');
    expect(seen).toEqual([{ text: 'given!' }]);
    expect(jobs[0]?.outputs).toEqual({ result: 'given!' });
  });

  test('that are missing, or of the wrong kind, fail the step in words', async () => {
    const steps = [
      step('build'),
      step('use', { inputs: [{ name: 'text', from: 'steps.build.outputs.result' }] }),
      deploy('c1', 'd1'),
    ];
    const missing = await run(steps);
    expect(missing.task.error).toBe('step "use": the input "text" has no value: steps.build.outputs.result is empty');
    const wrong = await run(steps, { probes: { build: async () => ({ result: { not: 'text' } }) } });
    expect(wrong.task.error).toMatch(/step "use": invalid properties of the step: .*text/s);
  });

  test('survive a restart between the steps', async () => {
    const first = await makeBench(new ManualClock(), {
      probes: { build: async () => ({ result: 'kept' }), use: never },
    });
    await first.engine.start();
    const { id } = await first.submit(
      documentWithSteps(
        ['c1'],
        [
          step('build'),
          step('use', { if: 'inputs.text == "kept"', inputs: [{ name: 'text', from: 'steps.build.outputs.result' }] }),
          deploy('c1'),
        ],
      ),
    );
    await first.clock.advance(0);
    await first.engine.stop();
    const texts: string[] = [];
    const second = await makeBench(new ManualClock(), {
      database: first.database,
      probes: {
        build: fail,
        use: async ({ properties }) => {
          texts.push(properties.text);
          return undefined;
        },
      },
    });
    await second.engine.start();
    expect((await second.finished(id)).task.status).toBe('completed');
    expect(texts).toEqual(['kept']);
  });
});

describe('time and again', () => {
  test('a step has its own limit over all its jobs; those not reached are left out', async () => {
    const bench = await makeBench(new ManualClock(), { scripts: { c1: never, d1: async () => undefined } });
    await bench.engine.start();
    const workflow = [{ ...deploy('c1', 'd1'), timeout: '90s' }, step('last', { if: 'always' })];
    const { id } = await bench.submit(documentWithSteps(['c1', 'd1'], workflow));
    await bench.clock.advance(89_000);
    expect((await bench.engine.task(id))?.status).toBe('running');
    await bench.clock.advance(2_000);
    const { task } = await bench.finished(id);
    expect(task).toMatchObject({ status: 'timeout', error: expect.stringContaining('not done after 90 s') });
    expect((await bench.engine.jobs(id)).map(({ status }) => status)).toEqual(['timeout', 'skipped', 'completed']);
  });

  test('W-25: a step limit longer than the default holds, and the run ends timeout, not failed', async () => {
    const bench = await makeBench(new ManualClock(), { probes: { slow: never } });
    await bench.engine.start();
    const { id } = await bench.submit(documentWithSteps(['c1'], [step('slow', { timeout: '10m' }), deploy('c1')]));
    await bench.clock.advance(599_000);
    expect((await bench.engine.task(id))?.status).toBe('running');
    await bench.clock.advance(1_000);
    expect((await bench.finished(id)).task.status).toBe('timeout');
  });

  test('retry: any failure is tried again after growing pauses, a refusal never', async () => {
    const times: number[] = [];
    const bench = await makeBench(new ManualClock(0), {
      probes: {
        flaky: async ({ clock }) => {
          times.push(clock.now());
          if (times.length < 4) throw new TerminalError(verbatim('not yet'), { code: 'NOT_YET' });
          return undefined;
        },
      },
    });
    await bench.engine.start();
    const retry = { limit: 3, backoff: '2s', factor: 3, maxBackoff: '10s' };
    const { id } = await bench.submit(documentWithSteps(['c1'], [step('flaky', { retry }), deploy('c1')]));
    await bench.clock.advance(60_000);
    expect((await bench.finished(id)).task.status).toBe('completed');
    expect(times).toEqual([0, 2_000, 8_000, 18_000]);

    let refusals = 0;
    const refused = await run([step('no', { retry: 3 }), deploy('c1', 'd1')], {
      probes: {
        no: async () => {
          refusals++;
          throw new RejectedError(verbatim('no'), { code: 'NO' });
        },
      },
    });
    expect(refused.task.status).toBe('rejected');
    expect(refusals).toBe(1);
  });

  test('without retry only errors that may pass are tried again', async () => {
    const clock = new ManualClock();
    let calls = 0;
    const bench = await makeBench(clock, {
      probes: {
        busy: async () => {
          calls++;
          if (calls < 3) throw new RetryableError(verbatim('busy'), { code: 'BUSY' });
          return undefined;
        },
      },
    });
    await bench.engine.start();
    const { id } = await bench.submit(documentWithSteps(['c1'], [step('busy'), deploy('c1')]));
    await clock.advance(20_000);
    expect((await bench.finished(id)).task.status).toBe('completed');
    expect(calls).toBe(3);
  });
});

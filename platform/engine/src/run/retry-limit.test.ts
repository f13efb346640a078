import { RetryableError, systemClock, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { createStillSqlite } from '@kubemin/testing/vitest';
import { describe, expect, test } from 'vitest';
import { builtinStepTypes } from '../steps/step-types/builtin.ts';
import { makeBench } from '../test-support/bench.ts';
import { never } from '../test-support/crash.ts';
import { documentWithSteps } from '../test-support/documents.ts';

/** What each type needs to be read; its own code is replaced by one that fails. */
const PROPERTIES: Readonly<Record<string, object>> = {
  http: { url: 'http://example.com' },
  notify: { url: 'http://example.com' },
  pause: { duration: '1s' },
  script: { image: 'busybox', command: ['true'] },
  task: { image: 'busybox', command: ['true'] },
  'http-batch': { url: 'http://example.com', items: [1] },
  ssh: { host: 'build.example.com', user: 'deploy', command: 'true', identity: { name: 'key' } },
  helm: { chart: '/charts/redis' },
  'ai-eval': { image: 'judge', model: 'm', dataset: 'd' },
};

const FAILURES = {
  'an error that may pass': () => new RetryableError(verbatim('the line is busy'), { code: 'BUSY' }),
  'an error that stays': () => new TerminalError(verbatim('the disk is on fire'), { code: 'FIRE' }),
};

const LIMITS = [0, 1, 3];

/** Runs one step that fails for its first `failing` attempts, and returns how its job ended. */
async function runFailing(
  type: string,
  retry: object,
  { failing, failure }: { failing: number; failure: () => Error },
) {
  let calls = 0;
  const work = async (): Promise<void> => {
    calls += 1;
    if (calls <= failing) throw failure();
  };
  const stepTypes = builtinStepTypes.map((each) => ({
    ...each,
    run: async () => {
      await work();
      return {};
    },
  }));
  const bench = await makeBench(systemClock, { stepTypes, script: () => work, settings: { retryMaxMs: 2 } });
  await bench.engine.start();
  const step = {
    name: 'it',
    type,
    ...retry,
    ...(['deploy', 'wait-ready', 'cleanup', 'chaos'].includes(type) ? { components: ['d1'] } : {}),
    ...(PROPERTIES[type] !== undefined && { properties: PROPERTIES[type] }),
  };
  const { id } = await bench.submit(documentWithSteps(['d1'], [step]));
  const { task } = await bench.finished(id);
  return { calls, task, job: (await bench.engine.jobs(id))[0] };
}

describe('R-12: retry.limit', () => {
  for (const type of ['deploy', ...builtinStepTypes.map(({ name }) => name)]) {
    test(`R-12: a step of type ${type} is attempted limit + 1 times, after any error`, async () => {
      for (const failure of Object.values(FAILURES)) {
        for (const limit of LIMITS) {
          const retry = { retry: { limit, backoff: '1ms' } };
          const { calls, task, job } = await runFailing(type, retry, { failing: 100, failure });
          expect({ limit, calls, status: task.status }).toEqual({ limit, calls: limit + 1, status: 'failed' });
          expect(job).toMatchObject({ status: 'failed', attempt: limit + 1, error: failure().message });
          expect(job?.message).toBe(limit === 0 ? undefined : `failed after ${limit + 1} attempts`);
        }
      }
    });
  }

  test('R-12: without retry the limit of the engine holds, and attempts are counted too', async () => {
    const failure = FAILURES['an error that may pass'];
    expect(await runFailing('http', {}, { failing: 100, failure })).toMatchObject({ calls: 4, job: { attempt: 4 } });
    const stays = FAILURES['an error that stays'];
    expect(await runFailing('http', {}, { failing: 100, failure: stays })).toMatchObject({
      calls: 1,
      job: { attempt: 1 },
    });
  });

  test('R-12: a job that succeeds with a later attempt does not keep the message of the failed one', async () => {
    const retry = { retry: { limit: 2, backoff: '1ms' } };
    const failure = FAILURES['an error that stays'];
    const { task, job } = await runFailing('http', retry, { failing: 2, failure });
    expect(task.status).toBe('completed');
    expect(job).toMatchObject({ attempt: 3, message: 'done with attempt 3' });
  });

  test('R-12: sub steps without retry take it from their step', async () => {
    let calls = 0;
    const bench = await makeBench(systemClock, {
      probes: {
        inner: async () => {
          calls += 1;
          throw FAILURES['an error that stays']();
        },
      },
    });
    await bench.engine.start();
    const group = { name: 'group', retry: { limit: 2, backoff: '1ms' }, subSteps: [{ name: 'inner', type: 'probe' }] };
    const { id } = await bench.submit(documentWithSteps(['d1'], [group, { name: 'd1' }]));
    await bench.finished(id);
    expect(calls).toBe(3);
  });

  test('R-12: attempts before a restart count against the limit, and the attempt that takes up the work is always granted', async () => {
    for (const { limit, crashIn, calls } of [
      { limit: 3, crashIn: 2, calls: 4 },
      { limit: 1, crashIn: 2, calls: 3 },
      { limit: 0, crashIn: 1, calls: 2 },
    ]) {
      const place = await createStillSqlite();
      const crashed = Promise.withResolvers<void>();
      let called = 0;
      const failing = async (): Promise<undefined> => {
        called += 1;
        if (called !== crashIn) throw FAILURES['an error that stays']();
        crashed.resolve();
        await never();
        return undefined;
      };
      const step = { name: 'it', type: 'probe', retry: { limit, backoff: '1ms' } };
      const first = await makeBench(systemClock, { place, probes: { it: failing } });
      await first.engine.start();
      const { id } = await first.submit(documentWithSteps(['d1'], [step, { name: 'd1' }]));
      await crashed.promise;
      await first.engine.stop();
      const second = await makeBench(systemClock, { place, probes: { it: failing }, settings: { takeOver: 'all' } });
      await second.engine.start();
      expect((await second.finished(id)).task.status).toBe('failed');
      expect({ limit, called }).toEqual({ limit, called: calls });
      const [job] = await second.engine.jobs(id);
      expect(job).toMatchObject({ attempt: calls, message: `failed after ${calls} attempts` });
    }
  });
});

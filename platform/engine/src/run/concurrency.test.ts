import { ManualClock } from '@kubemin/testing';
import { describe, expect, test } from 'vitest';
import type { EngineSettings } from '../task/settings.ts';
import { makeBench } from '../test-support/bench.ts';
import { documentWithSteps, makeDocument } from '../test-support/documents.ts';

/** An engine whose jobs take a second each, and what ran when: `second → the components that ran in it`. */
async function timedBench(settings: Partial<EngineSettings> = {}) {
  const clock = new ManualClock(0);
  const timeline = new Map<number, string[]>();
  let running = 0;
  let peak = 0;
  const bench = await makeBench(clock, {
    settings,
    script: (component) => async () => {
      const second = Math.floor(clock.now() / 1_000);
      timeline.set(second, [...(timeline.get(second) ?? []), component]);
      running++;
      peak = Math.max(peak, running);
      await clock.sleep(1_000);
      running--;
    },
  });
  await bench.engine.start();
  return { ...bench, timeline, peak: () => peak };
}

describe('the worked example of the workflow guide: three configs and two services', () => {
  const components = ['c1', 'c2', 'c3', 'd1', 'd2'];

  test.each([
    ['StepByStep, limit 1', 1, 'StepByStep', [['c1'], ['c2'], ['c3'], ['d1'], ['d2']]],
    ['StepByStep, limit 2', 2, 'StepByStep', [['c1', 'c2'], ['c3'], ['d1', 'd2']]],
    [
      'DAG',
      1,
      'DAG',
      [
        ['c1', 'c2', 'c3'],
        ['d1', 'd2'],
      ],
    ],
  ] as const)('%s', async (_name, sequentialMaxConcurrency, mode, expected) => {
    const { engine, submit, clock, timeline } = await timedBench({ sequentialMaxConcurrency });
    const { id } = await submit(makeDocument(components, mode));
    await clock.advance(10_000);
    expect((await engine.task(id))?.status).toBe('completed');
    expect([...timeline.values()]).toEqual(expected);
  });
});

test('the example of two steps: the first is over before anything of the second, which then goes all at once', async () => {
  const { engine, submit, clock, timeline } = await timedBench({ sequentialMaxConcurrency: 2 });
  const { id } = await submit(
    documentWithSteps(
      ['config', 'dapi', 'dweb'],
      [
        { name: 'config-step', mode: 'StepByStep', components: ['config'] },
        { name: 'services', mode: 'DAG', components: ['dapi', 'dweb'] },
      ],
    ),
  );
  await clock.advance(10_000);
  expect((await engine.task(id))?.status).toBe('completed');
  expect([...timeline.values()]).toEqual([['config'], ['dapi', 'dweb']]);
});

describe('the formula: parallel jobs = min(tasks, limit) × parallel jobs per task', () => {
  test.each([
    [5, 'StepByStep', 1, 3, 5],
    [5, 'DAG', 1, 3, 15],
    [10, 'DAG', 1, 3, 30],
    [15, 'DAG', 1, 3, 30],
    [10, 'StepByStep', 2, 4, 20],
  ] as const)('%i tasks, %s(%i), %i jobs each → %i at once', async (tasks, mode, limit, jobs, expected) => {
    const { engine, submit, clock, peak } = await timedBench({ sequentialMaxConcurrency: limit });
    const components = Array.from({ length: jobs }, (_, index) => `c${index}`);
    for (let index = 0; index < tasks; index++) await submit(makeDocument(components, mode), `app-${index}`);
    await clock.advance(500);
    const claimed = (await engine.tasks()).filter((task) => task.status === 'running');
    expect(claimed).toHaveLength(Math.min(tasks, 10));
    await clock.advance(60_000);
    expect((await engine.tasks()).every((task) => task.status === 'completed')).toBe(true);
    expect(peak()).toBe(expected);
  });
});

test('W-30: tasks of one application run one after the other, in the order they were submitted', async () => {
  const { engine, submit, clock, timeline, peak } = await timedBench();
  const components = ['c1', 'c2', 'c3', 'c4'];
  const submitted = [];
  for (const component of components) submitted.push(await submit([component], 'same'));
  await clock.advance(500);
  expect((await engine.tasks()).map((task) => task.status)).toEqual(['waiting', 'waiting', 'waiting', 'running']);
  await clock.advance(10_000);
  expect([...timeline.values()]).toEqual(components.map((component) => [component]));
  expect(peak()).toBe(1);
  // Starting leaves the moment of submission alone.
  const created = (await engine.tasks()).toReversed().map(({ createdAt }) => createdAt);
  expect(created).toEqual(submitted.map(({ createdAt }) => createdAt));
});

test('a waiting task names the task of its application that it waits for', async () => {
  const { engine, submit, clock } = await timedBench();
  const [first, second, third] = [await submit(['c1']), await submit(['c1']), await submit(['c1'])];
  const other = await submit(['c1'], 'other');
  const waitingFor = async () => {
    const tasks = await Promise.all([first, second, third, other].map(({ id }) => engine.task(id)));
    return tasks.map((task) => task?.waitingFor);
  };
  await clock.advance(500);
  expect(await waitingFor()).toEqual([undefined, first.id, second.id, undefined]);
  expect((await engine.tasks({ appId: 'app-1' })).map((task) => task.waitingFor)).toEqual([
    second.id,
    first.id,
    undefined,
  ]);
  await engine.cancel(second.id);
  expect(await waitingFor()).toEqual([undefined, undefined, first.id, undefined]);
  await clock.advance(2_000);
  expect(await waitingFor()).toEqual([undefined, undefined, undefined, undefined]);
});

test('an application with a long queue does not keep others waiting', async () => {
  const { engine, submit, clock } = await timedBench({ maxConcurrentWorkflows: 2 });
  for (let index = 0; index < 20; index++) await submit(['c1'], 'greedy');
  const modest = await submit(['c1'], 'modest');
  await clock.advance(500);
  expect((await engine.task(modest.id))?.status).toBe('running');
});

import { eventually } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BRANCH, CALLEE, CALLER, IMAGE, LOG, PIPELINE, SAMPLE_FUNCTIONS } from './test-support/sample-chains.ts';
import { completedNodes, WorkflowBench } from './test-support/workflow-bench.ts';

let bench: WorkflowBench;

beforeAll(async () => {
  bench = await WorkflowBench.start({ ...SAMPLE_FUNCTIONS });
  const programs = { branch: BRANCH, pipeline: PIPELINE, log: LOG, caller: CALLER, callee: CALLEE };
  for (const [name, spec] of Object.entries(programs)) await bench.apply(name, spec);
});
afterAll(() => bench?.close());

describe('the program with a branch', () => {
  test('takes the branch of eight with its own arguments', async () => {
    const run = await bench.run('branch');
    expect(await bench.result(run)).toEqual({ message: '8 is eight' });
    expect(completedNodes(run)).toEqual(['add', 'is-eight', 'eight']);
  });

  test('takes the other branch with the arguments of the run', async () => {
    const run = await bench.run('branch', { x: 4, y: 5 });
    expect(await bench.result(run)).toEqual({ message: '9 is not eight' });
    expect(completedNodes(run)).toEqual(['add', 'is-eight', 'other']);
  });

  test('records the input and output of each node, and a different event id for each call', async () => {
    const run = await bench.run('branch', { x: '4', y: 4 });
    const steps = run.status?.steps ?? [];
    expect(steps.map(({ input, inputFrom, output, next }) => ({ input, inputFrom, output, next }))).toEqual([
      { input: { value: { x: '4', y: 4 } }, inputFrom: undefined, output: { value: { z: 8 } }, next: 'is-eight' },
      { input: undefined, inputFrom: 1, output: undefined, next: 'eight' },
      { input: undefined, inputFrom: 1, output: { value: { message: '8 is eight' } }, next: undefined },
    ]);
    const ids = bench.server.calls.filter(({ eventId }) => eventId.startsWith(run.metadata.uid ?? '?'));
    expect(ids.map(({ eventId }) => eventId.replace(run.metadata.uid ?? '', ''))).toEqual(['.1.1', '.3.1']);
  });
});

describe('the image pipeline', () => {
  test('goes through every stage and logs its success', async () => {
    const run = await bench.run('pipeline', IMAGE);
    expect(await bench.result(run)).toEqual({ status: 'ok', pixels: [0, 3, 12, 255], username: 'ann', saved: true });
    expect(completedNodes(run).filter((node) => !node.endsWith('-failed'))).toEqual([
      ...['verify', 'compress', 'edge', 'watermark', 'save', 'log-success'],
    ]);
    const logged = await bench.ended(run.status?.steps?.at(-1)?.run ?? '');
    expect(await bench.result(logged)).toEqual({ logged: 'ok', username: 'ann' });
  });

  test('stops at the first stage that reports an error, and logs it', async () => {
    const run = await bench.run('pipeline', { username: 'bob' });
    expect(completedNodes(run)).toEqual(['verify', 'verify-failed', 'log-error']);
    expect(await bench.result(run)).toEqual({ status: 'error', error: 'no image', username: 'bob' });
    const logged = await bench.ended(run.status?.steps?.at(-1)?.run ?? '');
    expect(logged.spec.arguments).toEqual({ status: 'error', error: 'no image', username: 'bob' });
    expect(await bench.result(logged)).toEqual({ logged: 'error', username: 'bob' });
  });
});

test('the program with a call passes x, y, a and b, and does not wait', async () => {
  const run = await bench.run('caller');
  expect(await bench.result(run)).toEqual({ z: 3 });
  const called = await bench.ended(run.status?.steps?.at(0)?.run ?? '');
  expect(called.spec).toMatchObject({ workflow: 'callee', arguments: { x: 1, y: 2, a: 10, b: 20 }, depth: 1 });
  expect(called.metadata.ownerReferences).toMatchObject([{ kind: 'WorkflowRun', uid: run.metadata.uid }]);
  expect(await bench.result(called)).toEqual({ total: 33 });
});

test('a called workflow gets null for what the data has not, and its own arguments win over inherited ones', async () => {
  await bench.apply('careless', {
    startNode: 'call',
    nodes: [
      {
        name: 'call',
        type: 'call',
        call: { workflow: 'callee', inherit: ['x', 'missing'], arguments: { x: 7 } },
      },
    ],
  });
  const run = await bench.run('careless', { x: 1 });
  const [step] = run.status?.steps ?? [];
  expect(step?.warning).toContain('x');
  const called = await eventually(() => bench.runs.get(step?.run ?? ''));
  expect(called.spec.arguments).toEqual({ x: 7, missing: null });
});

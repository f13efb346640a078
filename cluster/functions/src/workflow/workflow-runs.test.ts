import { eventually } from '@kubemin/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SampleCall, SampleError } from '../test-support/sample-functions.ts';
import { buildCallArguments, overlay } from './node-types.ts';
import { completedNodes, WorkflowBench } from './test-support/workflow-bench.ts';

let bench: WorkflowBench;
/** Calls that wait until the test lets them go on. */
let held: { readonly call: SampleCall; readonly release: () => void }[] = [];
let failuresLeft = 0;

beforeAll(async () => {
  bench = await WorkflowBench.start({
    echo: (args) => args,
    add: ({ n = 0 }) => ({ n: Number(n) + 1 }),
    number: () => 8,
    fail: () => {
      throw new SampleError('ValueError', 'no such value', 500);
    },
    flaky: (args, { eventId }) => {
      failuresLeft -= 1;
      if (failuresLeft >= 0) throw new SampleError('Busy', 'not now', 503);
      return { ...args, eventId };
    },
    hold: (args, call) =>
      new Promise((resolve) => {
        held.push({ call, release: () => resolve(args) });
      }),
    large: ({ size }) => ({ text: 'x'.repeat(Number(size)) }),
    length: ({ text }) => ({ length: String(text).length }),
  });
});
beforeEach(() => {
  held = [];
  failuresLeft = 0;
});
afterAll(() => bench?.close());

const func = (name: string, fn: string, more: object = {}) => ({ name, type: 'func', func: { name: fn }, ...more });

test('the failure of a function fails the run, with the type and message of its error', async () => {
  await bench.apply('failing', { startNode: 'a', nodes: [func('a', 'add', { next: 'b' }), func('b', 'fail')] });
  const run = await bench.run('failing');
  expect(run.status).toMatchObject({
    phase: 'Failed',
    error: { node: 'b', type: 'ValueError', message: 'no such value' },
    steps: [{ node: 'a' }],
  });
  const failed = run.status?.conditions?.find(({ type }) => type === 'Failed');
  expect(failed?.message).toContain('no such value');
});

test('onError leads on with the data before the failure, and the error', async () => {
  await bench.apply('handled', {
    startNode: 'a',
    nodes: [func('a', 'fail', { onError: 'b' }), func('b', 'echo')],
  });
  expect(await bench.result(await bench.run('handled', { x: 1 }))).toEqual({
    x: 1,
    error: { node: 'a', type: 'ValueError', message: 'no such value' },
  });
});

test('retry repeats a node, each attempt under its own event id', async () => {
  failuresLeft = 2;
  await bench.apply('retried', {
    startNode: 'a',
    nodes: [func('a', 'flaky', { retry: { maxAttempts: 3, backoffSeconds: 0.01 } })],
  });
  const run = await bench.run('retried');
  expect(run.status).toMatchObject({ phase: 'Succeeded', steps: [{ attempts: 3 }] });
  expect(await bench.result(run)).toEqual({ eventId: `${run.metadata.uid}.1.3` });
  failuresLeft = 3;
  const next = await bench.run('retried');
  expect(next.status).toMatchObject({ phase: 'Failed', error: { type: 'Busy' } });
  const ids = bench.server.callsOf('flaky').map(({ eventId }) => eventId);
  expect(new Set(ids).size).toBe(6);
});

test('a reset repeats the node that failed and what follows, under a new event id', async () => {
  failuresLeft = 1;
  await bench.apply('reset', { startNode: 'a', nodes: [func('a', 'add', { next: 'b' }), func('b', 'flaky')] });
  const run = await bench.run('reset', { n: 1 });
  expect(run.status).toMatchObject({ phase: 'Failed', error: { node: 'b' } });
  const name = run.metadata.name ?? '';
  await bench.runs.patch(name, { type: 'merge', body: { metadata: { annotations: { 'kubemin.io/reset': '' } } } });
  const again = await eventually(() => bench.runs.get(name), { until: ({ status }) => status?.phase === 'Succeeded' });
  expect(await bench.result(again)).toEqual({ n: 2, eventId: `${run.metadata.uid}.2.2` });
  expect(again.status?.error).toBeUndefined();
  expect(completedNodes(again)).toEqual(['a', 'b']);
});

test('a result that is no object fails the node, unless it has a key', async () => {
  await bench.apply('numeric', { startNode: 'a', nodes: [func('a', 'number')] });
  expect((await bench.run('numeric')).status?.error).toMatchObject({ type: 'NotAnObject' });
  const nodes = [{ name: 'a', type: 'func', func: { name: 'number', resultKey: 'z' } }];
  await bench.apply('keyed', { startNode: 'a', nodes });
  expect(await bench.result(await bench.run('keyed', { x: 1 }))).toEqual({ x: 1, z: 8 });
});

test('a function that does not exist fails the run', async () => {
  await bench.apply('nameless', { startNode: 'a', nodes: [func('a', 'missing')] });
  expect((await bench.run('nameless')).status?.error).toMatchObject({ node: 'a', type: 'NotFound' });
});

test('a node has a time limit', async () => {
  await bench.apply('slow', { startNode: 'a', nodes: [func('a', 'hold', { timeoutSeconds: 0.05 })] });
  expect((await bench.run('slow')).status?.error).toMatchObject({ node: 'a', type: 'Timeout' });
});

test('a run has a time limit', async () => {
  await bench.apply('slow-run', { startNode: 'a', timeoutSeconds: 0.3, nodes: [func('a', 'hold')] });
  expect((await bench.run('slow-run')).status?.error).toMatchObject({ type: 'Timeout' });
});

test('a cycle ends at the limit of steps', async () => {
  await bench.apply('cycle', {
    startNode: 'a',
    maxSteps: 7,
    nodes: [
      func('a', 'add', { next: 'b' }),
      {
        name: 'b',
        type: 'fork',
        fork: [{ variable: 'n', compareBy: 'NumL', compareTo: '3', next: 'a' }, { compareBy: 'default' }],
      },
    ],
  });
  expect(await bench.result(await bench.run('cycle', { n: 0 }))).toEqual({ n: 3 });
  expect((await bench.run('cycle', { n: -9 })).status?.error).toMatchObject({ type: 'TooManySteps' });
});

test('a run that no entry of a fork matches fails', async () => {
  const fork = [{ variable: 'x', compareBy: 'StrE', compareTo: 'a' }];
  await bench.apply('matchless', { startNode: 'f', nodes: [{ name: 'f', type: 'fork', fork }] });
  expect((await bench.run('matchless')).status?.error).toMatchObject({ node: 'f', type: 'NoMatch' });
});

describe('parallel branches', () => {
  const nodes = [
    { name: 'p', type: 'parallel', parallel: { branches: ['l', 'r'], merge: 'm' } },
    func('l', 'hold', { next: 'l2' }),
    func('l2', 'echo'),
    func('r', 'add', { next: 'm' }),
    { name: 'm', type: 'merge', merge: { mode: 'overlay' }, next: 'end' },
    func('end', 'echo'),
  ];

  test('do not wait for each other, and are merged when the last has ended', async () => {
    await bench.apply('parallel', { startNode: 'p', nodes });
    await bench.create('parallel-1', { workflow: 'parallel', arguments: { n: 1, x: 0 } });
    const waiting = await eventually(() => bench.runs.get('parallel-1'), {
      until: (run) => held.length > 0 && completedNodes(run).includes('r'),
    });
    expect(waiting.status?.current).toMatchObject([{ node: 'l' }]);
    held[0]?.release();
    const run = await bench.ended('parallel-1');
    expect(await bench.result(run)).toEqual({ n: 2, x: 0 });
    expect(completedNodes(run)).toEqual(['p', 'r', 'l', 'l2', 'm', 'end']);
  });

  test('are collected under their names', async () => {
    const merge = { name: 'm', type: 'merge', merge: { mode: 'collect', resultKey: 'all' } };
    await bench.apply('collected', {
      startNode: 'p',
      nodes: [
        { name: 'p', type: 'parallel', parallel: { branches: ['l', 'r'], merge: 'm' } },
        func('l', 'echo'),
        func('r', 'add'),
        merge,
      ],
    });
    expect(await bench.result(await bench.run('collected', { n: 1 }))).toEqual({
      n: 1,
      all: { l: { n: 1 }, r: { n: 2 } },
    });
  });

  test('are abandoned when one fails, and the error handler of the parallel node goes on', async () => {
    await bench.apply('abandoned', {
      startNode: 'p',
      nodes: [
        { name: 'p', type: 'parallel', parallel: { branches: ['l', 'r'], merge: 'm' }, onError: 'end' },
        func('l', 'hold'),
        func('r', 'fail'),
        { name: 'm', type: 'merge', next: 'end' },
        func('end', 'echo'),
      ],
    });
    const run = await bench.run('abandoned', { n: 1 });
    expect(await bench.result(run)).toEqual({
      n: 1,
      error: { node: 'r', type: 'ValueError', message: 'no such value' },
    });
    expect(completedNodes(run)).toEqual(['p', 'r', 'end']);
  });
});

describe('a called workflow', () => {
  beforeAll(async () => {
    await bench.apply('holding', { startNode: 'a', nodes: [func('a', 'hold')] });
    await bench.apply('broken', { startNode: 'a', nodes: [func('a', 'fail')] });
    const call = (workflow: string) => [
      { name: 'c', type: 'call', call: { workflow, wait: true, inherit: ['n'], resultKey: 'out' } },
    ];
    await bench.apply('waiting', { startNode: 'c', nodes: call('holding') });
    await bench.apply('waiting-broken', { startNode: 'c', nodes: call('broken') });
    await bench.apply('waiting-missing', { startNode: 'c', nodes: call('missing') });
  });

  test('is awaited, and its result stored under the key', async () => {
    await bench.create('waiting-1', { workflow: 'waiting', arguments: { n: 1 } });
    await eventually(() => held.length > 0);
    held[0]?.release();
    expect(await bench.result(await bench.ended('waiting-1'))).toEqual({ n: 1, out: { n: 1 } });
  });

  test.each([
    ['waiting-broken', 'ValueError'],
    ['waiting-missing', 'UnknownWorkflow'],
  ])('that fails makes the node fail: %s', async (workflow, type) => {
    expect((await bench.run(workflow)).status?.error).toMatchObject({ node: 'c', type });
  });

  test('that calls itself ends at the limit of nested calls', async () => {
    const call = { workflow: 'recursive', wait: true };
    await bench.apply('recursive', { startNode: 'c', nodes: [{ name: 'c', type: 'call', call }] });
    expect((await bench.run('recursive')).status?.error).toMatchObject({ type: 'CallDepth' });
  });

  test('is cancelled with the run that waits for it, and its function is abandoned', async () => {
    await bench.create('cancelled', { workflow: 'waiting' });
    await eventually(() => held.length > 0);
    await bench.runs.patch('cancelled', { type: 'merge', body: { spec: { cancelled: true } } });
    expect((await bench.ended('cancelled')).status?.phase).toBe('Cancelled');
    expect((await bench.ended('cancelled-1')).status?.phase).toBe('Cancelled');
  });
});

test('data over 32 kB is in the content store, owned by the run', async () => {
  await bench.apply('large', { startNode: 'a', nodes: [func('a', 'large', { next: 'b' }), func('b', 'length')] });
  const run = await bench.run('large', { size: 33 * 1024 });
  expect(await bench.result(run)).toEqual({ length: 33 * 1024 });
  const output = run.status?.steps?.at(0)?.output;
  expect(output?.value).toBeUndefined();
  expect(output?.content?.size).toBeGreaterThan(33 * 1024);
  expect(JSON.stringify(run.status).length).toBeLessThan(10_000);
  expect(await bench.result(await bench.run('large', { size: 3_000_000 }))).toEqual({ length: 3_000_000 });
});

test('an invalid workflow is reported in its status, and its runs fail with the same problems', async () => {
  await bench.apply('invalid', { startNode: 'a', nodes: [func('a', 'add', { next: 'nowhere' }), func('b', 'add')] });
  const { status } = await eventually(() => bench.workflows.get('invalid'), { until: (w) => w.status !== undefined });
  expect(status?.conditions).toMatchObject([{ type: 'Valid', status: 'False' }]);
  const errors = status?.problems?.filter(({ severity }) => severity === 'error');
  expect(errors?.map(({ code }) => code)).toEqual(['UNKNOWN_NODE', 'UNREACHABLE_NODE']);
  const run = await bench.run('invalid');
  expect(run.status?.error).toMatchObject({ type: 'InvalidWorkflow' });
  expect(run.status?.error?.message).toContain('nowhere');
});

test('a lenient workflow runs until it reaches the node that does not exist', async () => {
  await bench.apply('lenient', {
    startNode: 'a',
    validation: 'lenient',
    nodes: [func('a', 'add', { next: 'logNode' })],
  });
  const run = await bench.run('lenient');
  expect(run.status).toMatchObject({ phase: 'Failed', error: { type: 'UnknownNode' }, steps: [{ node: 'a' }] });
});

test('a run goes on with the workflow as it was at its start', async () => {
  await bench.apply('changed', { startNode: 'a', nodes: [func('a', 'hold', { next: 'b' }), func('b', 'add')] });
  await bench.create('changed-1', { workflow: 'changed', arguments: { n: 1 } });
  await eventually(() => held.length > 0);
  await bench.apply('changed', { startNode: 'a', nodes: [func('a', 'fail')] });
  held[0]?.release();
  expect(await bench.result(await bench.ended('changed-1'))).toEqual({ n: 2 });
});

test('only the newest runs of a workflow are kept', async () => {
  await bench.apply('kept', { startNode: 'a', runHistoryLimit: 2, nodes: [func('a', 'echo')] });
  for (const name of ['kept-1', 'kept-2', 'kept-3', 'kept-4']) await bench.run('kept', {}, name);
  const names = async () => {
    const { items } = await bench.runs.list();
    return items.map(({ metadata }) => metadata.name ?? '').filter((name) => name.startsWith('kept-'));
  };
  await eventually(names, { until: (left) => left.length === 2 });
  expect([...(await names())].sort()).toEqual(['kept-3', 'kept-4']);
});

test('a run that no function responds to goes on when the gateway is there again', async () => {
  await bench.apply('patient', { startNode: 'a', nodes: [func('a', 'add')] });
  const { add = () => null } = bench.server.functions;
  let refused = 0;
  bench.server.functions.add = (args, call) => {
    refused += 1;
    if (refused < 3) throw new Error('the connection is cut');
    return add(args, call);
  };
  bench.server.cutConnections = () => refused < 3;
  try {
    expect(await bench.result(await bench.run('patient', { n: 1 }))).toEqual({ n: 2 });
    const ids = bench.server.callsOf('add').map(({ eventId }) => eventId);
    expect(ids.slice(-3).every((id) => id === ids.at(-1))).toBe(true);
  } finally {
    bench.server.functions.add = add;
    bench.server.cutConnections = () => false;
  }
});

test('arguments of calls: inherited keys, null for missing ones, own ones win', () => {
  expect(buildCallArguments({ inherit: ['a', 'b', 'toString'], arguments: { b: 2, c: 3 } }, { a: 1, b: 0 })).toEqual({
    arguments: { a: 1, b: 2, toString: null, c: 3 },
    overwritten: ['b'],
  });
});

test('a merge keeps what only one branch has changed, and names what several have', () => {
  const before = { a: 1, b: 1, c: 1 };
  const branches = [
    { a: 2, b: 1, c: 5 },
    { a: 1, b: 3, c: 6, d: 7 },
  ];
  expect(overlay(before, branches)).toEqual({ merged: { a: 2, b: 3, c: 6, d: 7 }, overwritten: ['c'] });
});

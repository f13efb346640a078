import { describe, expect, test } from 'vitest';
import { forEachObject, parallel, serial, single } from './phase-handler.ts';
import { type Job, job, jobDefinition, KEY, PhaseBench } from './test-support/phase-bench.ts';
import { busy, done, scripted } from './test-support/scripted-handler.ts';

// KC-PM-2 is in definition-problems.test.ts, 4 and 5 in phase-patience.test.ts, 9 in mermaid.test.ts.

describe('KC-PM-1: a machine needs no API server', () => {
  test('it drives an object in memory from the initial to a terminal phase', async () => {
    const bench = new PhaseBench();
    await bench.finish();
    expect(bench.phase).toBe('Succeeded');
    expect(bench.state('Init')).toMatchObject({ done: true, startTime: expect.any(String) });
    expect(bench.state('Run').done).toBe(true);
  });

  test('an object that is gone is no error', async () => {
    const bench = new PhaseBench();
    expect(await bench.machine.reconcile('default/other', bench.tools(), bench.store)).toBeUndefined();
  });

  test('handlers that ask for a client without there being one fail with advice', async () => {
    const bench = new PhaseBench({
      handlers: { Init: single('Init', async (context) => ({ done: context.client !== undefined })), Run: done('Run') },
    });
    await bench.finish();
    expect(bench.state('Init').error).toContain('pass one in its tools');
  });

  test('own getters and setters stand in for status.phase and status.state', async () => {
    const bench = new PhaseBench({
      access: {
        read: ({ status }) => ({ phase: status?.failedFrom, state: status?.state }),
        write: (resource, { phase, state }) => ({
          ...resource,
          status: { failedFrom: `${phase}`, state: { ...Object(state) } },
        }),
      },
    });
    await bench.finish();
    expect(bench.object.status).toMatchObject({ failedFrom: 'Succeeded', state: { Run: { done: true } } });
    expect(bench.object.status).not.toHaveProperty('phase');
  });
});

describe('KC-PM-3: a reset goes back to the phase that failed, though several share one failure phase', () => {
  const shared = {
    terminalPhases: ['Failed', 'Succeeded'],
    failedPhases: ['Failed'],
    errorTrans: { Init: 'Failed', Run: 'Failed' },
  };

  test.each(['Init', 'Run'])('%s', async (culprit) => {
    const { handler, seen } = scripted('x', new Error('broken'), { done: true });
    const bench = new PhaseBench({ ...shared, handlers: { ...jobDefinition().handlers, [culprit]: handler } });
    expect(bench.machine.problems).toEqual([]);
    await bench.finish();
    expect(bench.object.status).toMatchObject({ phase: 'Failed', failedFrom: culprit });
    bench.store.put(bench.machine.reset(bench.object));
    expect(bench.object.status).toMatchObject({ phase: culprit });
    expect(bench.object.status).not.toHaveProperty('failedFrom');
    await bench.finish();
    expect(bench.phase).toBe('Succeeded');
    expect(seen).toHaveLength(2);
  });

  test('elsewhere than in a failed phase it is refused', async () => {
    const bench = new PhaseBench();
    await bench.finish();
    expect(() => bench.machine.reset(bench.object)).toThrow('only failed objects (PreFailed, Failed) can be reset');
  });
});

describe('KC-PM-6: what is finished keeps its times', () => {
  test('of a component that ended long before the others', async () => {
    const slow = scripted('slow', { done: false }, busy(), { done: true }).handler;
    const bench = new PhaseBench({ handlers: { Init: parallel('Init', done('quick'), slow), Run: done('Run') } });
    await bench.settle();
    const quick = bench.state('Init', 'quick');
    const { startTime } = bench.state('Init', 'slow');
    await bench.finish();
    expect(bench.phase).toBe('Succeeded');
    expect(bench.state('Init', 'quick')).toEqual(quick);
    expect(bench.state('Init', 'slow')).toMatchObject({ startTime, done: true });
    expect(bench.state('Init', 'slow').endTime).not.toBe(quick.endTime);
  });
});

describe('KC-PM-7: a handler never runs twice at the same time for one object', () => {
  test('a second call for the same object comes back later', async () => {
    const gate = Promise.withResolvers<void>();
    let running = 0;
    const handler = single<Job>('Init', async () => {
      running += 1;
      await gate.promise;
      return { done: true };
    });
    const bench = new PhaseBench({ handlers: { Init: handler, Run: done('Run') } });
    await bench.reconcile();
    const first = bench.reconcile();
    const second = await bench.reconcile();
    expect(second).toBe(5000);
    gate.resolve();
    await first;
    expect(running).toBe(1);
  });
});

describe('KC-PM-8: every transition is recorded, and deletion runs the finaliser', () => {
  test('events and conditions follow the phases', async () => {
    const bench = new PhaseBench({
      handlers: { Init: done('Init'), Run: scripted('Run', new Error('broken')).handler },
    });
    await bench.finish();
    expect(bench.events.map(({ type, reason, message }) => `${type} ${reason}: ${message}`)).toEqual([
      'Normal PhaseChanged: Init → Run',
      'Warning PhaseFailed: Run failed: broken',
      'Normal PhaseChanged: Run → Failed',
    ]);
    const conditions = bench.object.status?.conditions ?? [];
    expect(conditions.map(({ type, status, reason }) => `${type}=${status} ${reason}`)).toEqual([
      'Progressing=False Failed',
      'Ready=False Failed',
      'Failed=True Failed',
      'Paused=False Failed',
    ]);
    expect(conditions.find(({ type }) => type === 'Failed')?.message).toBe('broken');
  });

  test('the phase is mirrored in a label', async () => {
    const bench = new PhaseBench();
    await bench.finish();
    expect(bench.object.metadata.labels).toEqual({ phase: 'Succeeded' });
  });

  test('a finaliser is tried again until it succeeds, and only then the object goes', async () => {
    const { handler, seen } = scripted('clean', new Error('in use'), busy(), { done: true });
    const bench = new PhaseBench({ finalise: handler, policies: { Run: { maxAttempts: 1 } } });
    await bench.finish();
    expect(bench.object.metadata.finalizers).toEqual(['kubemin.io/ongoing']);
    const { object } = bench;
    bench.store.put({ ...object, metadata: { ...object.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } });
    await bench.settle();
    expect(bench.state('finalise')).toMatchObject({ error: 'in use', attempts: 1 });
    expect(bench.phase).toBe('Succeeded');
    await bench.finish();
    expect(bench.store.get(KEY)).toBeUndefined();
    expect(seen).toHaveLength(3);
  });
});

describe('KC-PM-10: the upstream list', () => {
  test('a phase without a handler has failed permanently', async () => {
    const bench = new PhaseBench({ handlers: { Run: done('Run') } });
    await bench.finish();
    expect(bench.phase).toBe('PreFailed');
    expect(bench.state('Init')).toMatchObject({
      done: true,
      failed: true,
      fatal: true,
      error: 'phase "Init" has no handler',
    });
  });

  test('an empty composite has failed with a reason', async () => {
    const bench = new PhaseBench({ handlers: { Init: serial('Init'), Run: done('Run') } });
    await bench.finish();
    expect(bench.phase).toBe('PreFailed');
    expect(bench.state('Init')).toMatchObject({ done: true, failed: true, fatal: true, error: 'no component defined' });
  });

  test('nested parallel components pass', async () => {
    const inner = parallel('inner', done('c'), parallel('innermost', done('d'), done('e')));
    const bench = new PhaseBench({ handlers: { Init: parallel('Init', done('a'), inner), Run: done('Run') } });
    await bench.finish();
    expect(bench.phase).toBe('Succeeded');
    for (const way of [['a'], ['inner'], ['inner', 'c'], ['inner', 'innermost'], ['inner', 'innermost', 'e']]) {
      expect(bench.state('Init', ...way).done).toBe(true);
    }
  });

  test('serial components pass in their order', async () => {
    const order: string[] = [];
    const noted = (name: string) =>
      single<Job>(name, async () => {
        order.push(name);
        return { done: true };
      });
    const bench = new PhaseBench({
      handlers: { Init: serial('Init', noted('a'), noted('b'), noted('c')), Run: done('Run') },
    });
    await bench.finish();
    expect(bench.phase).toBe('Succeeded');
    expect(order).toEqual(['a', 'b', 'c']);
  });

  test('a serial failure leaves the later components unstarted', async () => {
    const failing = scripted('b', new Error('broken')).handler;
    const bench = new PhaseBench({
      handlers: { Init: serial('Init', done('a'), failing, done('c')), Run: done('Run') },
    });
    await bench.finish();
    expect(bench.phase).toBe('PreFailed');
    expect(bench.state('Init', 'a')).toMatchObject({ done: true });
    expect(bench.state('Init', 'b')).toMatchObject({ done: true, failed: true, fatal: true, error: 'broken' });
    expect(bench.state('Init', 'c')).toEqual({});
    expect(bench.state('Init')).toMatchObject({ failed: true, fatal: true, error: 'broken' });
  });

  test('a handler sees in its last state that it failed before', async () => {
    const handler = single<Job>('Init', async (_context, _resource, last) => {
      throw last.failed === true ? new Error(`again after ${last.error}`) : busy('first');
    });
    const bench = new PhaseBench({ handlers: { Init: handler, Run: done('Run') } });
    await bench.settle();
    expect(bench.phase).toBe('Init');
    await bench.finish();
    expect(bench.phase).toBe('PreFailed');
    expect(bench.state('Init').error).toBe('again after first');
  });

  test('objects are handled in batches', async () => {
    const batches: string[][] = [];
    const handler = forEachObject<Job>({
      batchSize: 2,
      list: async () => ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id })),
      async handle(_context, _resource, batch) {
        batches.push(batch.map(({ id }) => id));
        return { done: true };
      },
    });
    const bench = new PhaseBench({ handlers: { Init: handler, Run: done('Run') } });
    await bench.finish();
    expect(bench.phase).toBe('Succeeded');
    expect(batches).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(bench.state('Init').objects?.every((object) => object.done === true && object.endTime !== undefined)).toBe(
      true,
    );
  });
});

test('the object as it was given is not touched by looking at it', async () => {
  const bench = new PhaseBench(
    {},
    job({
      status: { phase: 'Succeeded' },
      metadata: { name: 'one', namespace: 'default', labels: { phase: 'Succeeded' } },
    }),
  );
  const { object } = bench;
  expect(await bench.reconcile()).toBeUndefined();
  expect(bench.object).toBe(object);
});

import { RetryableError, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { invalid, serviceUnavailable } from '@kubemin/kubeapi';
import { describe, expect, test } from 'vitest';
import { single } from './phase-handler.ts';
import type { PhaseStore } from './phase-store.ts';
import { type Job, jobs, KEY, PhaseBench, term } from './test-support/phase-bench.ts';

const run = single<Job>('Run', async () => ({ done: true }));

/** A handler that calls `during` while it works, and counts. */
function working(during: () => void | Promise<void> = () => undefined) {
  let runs = 0;
  const handler = single<Job>('Init', async () => {
    runs += 1;
    await during();
    return { done: true };
  });
  return { handler, runs: () => runs };
}

/** Marks the object first, so that the next look is the one that runs the handler. */
async function marked(definition: ConstructorParameters<typeof PhaseBench>[0]): Promise<PhaseBench> {
  const bench = new PhaseBench(definition);
  await bench.reconcile();
  return bench;
}

/** Like an edit of the object through the API. */
function edit(bench: PhaseBench, change: (object: Job) => Job): void {
  bench.store.put(change(bench.object));
}

describe('a claim', () => {
  test('is stored before the handler begins: who, and since when', async () => {
    const states: unknown[] = [];
    const bench = await marked({
      handlers: { Init: working(() => void states.push(bench.state('Init'))).handler, Run: run },
    });
    await bench.reconcile({ leadership: term('one') });
    expect(states).toEqual([{ runner: 'one/1', startTime: new Date(bench.clock.now()).toISOString() }]);
  });

  test('is not repeated by who has it, and taken over by who comes next, with the start time kept', async () => {
    const writes: (string | undefined)[] = [];
    const polling = single<Job>('Init', async () => ({ done: false }));
    const bench = await marked({ handlers: { Init: polling, Run: run } });
    for (const name of ['one', 'one', 'two']) {
      await bench.settle({ leadership: term(name) });
      writes.push(bench.object.metadata.resourceVersion);
      await bench.clock.advance(5000);
    }
    expect(writes[0]).toBe(writes[1]);
    expect(bench.state('Init')).toMatchObject({ runner: 'two/1', startTime: '2026-01-01T00:00:00.000Z' });
  });

  test('by a leader whose time is over conflicts, and its handler never starts', async () => {
    const { handler, runs } = working();
    const bench = await marked({ handlers: { Init: handler, Run: run } });
    const late: PhaseStore<Job> = {
      fetch: async (key, signal) => {
        const read = await bench.store.fetch(key, signal);
        // Between its read and its write the next leader does its work.
        await bench.reconcile({ leadership: term('next') });
        return read;
      },
      persistStatus: (resource, signal) => bench.store.persistStatus(resource, signal),
      persistMetadata: (resource, change, signal) => bench.store.persistMetadata(resource, change, signal),
    };
    expect(await bench.machine.reconcile(KEY, bench.tools({ leadership: term('old') }), late)).toEqual({
      requeueAfterMs: 0,
    });
    expect(runs()).toBe(1);
    expect(bench.state('Init').runner).toBe('next/1');
  });

  test('from before does not let a leader go on whose lease ran out while it read the object', async () => {
    let runs = 0;
    const polling = single<Job>('Init', async () => {
      runs += 1;
      return { done: false };
    });
    const bench = await marked({ handlers: { Init: polling, Run: run } });
    let held = true;
    const leadership = term('one', () => held);
    await bench.settle({ leadership });
    await bench.clock.advance(5000);
    const stopped: PhaseStore<Job> = {
      fetch: async (key, signal) => {
        const read = await bench.store.fetch(key, signal);
        held = false;
        return read;
      },
      persistStatus: (resource, signal) => bench.store.persistStatus(resource, signal),
      persistMetadata: (resource, change, signal) => bench.store.persistMetadata(resource, change, signal),
    };
    const looking = bench.machine.reconcile(KEY, bench.tools({ leadership }), stopped);
    await expect(looking).rejects.toMatchObject({ code: 'LEADERSHIP_LOST' });
    expect(runs).toBe(1);
  });

  test('that the server forgets ends the work with advice', async () => {
    const { handler, runs } = working();
    const bench = await marked({ handlers: { Init: handler, Run: run } });
    const forgetful: PhaseStore<Job> = {
      fetch: (key, signal) => bench.store.fetch(key, signal),
      persistStatus: (resource, signal) =>
        bench.store.persistStatus({ ...resource, status: { phase: 'Init' } }, signal),
      persistMetadata: (resource, change, signal) => bench.store.persistMetadata(resource, change, signal),
    };
    const looking = bench.machine.reconcile(KEY, bench.tools(), forgetful);
    await expect(looking).rejects.toThrow("declare the resource's status with phasedStatus()");
    expect(runs()).toBe(0);
  });
});

describe('a result', () => {
  test('survives a change of the object that has nothing to do with it', async () => {
    const labelled = working(() =>
      edit(bench, (object) => ({ ...object, metadata: { ...object.metadata, labels: { phase: 'Init', team: 'a' } } })),
    );
    const bench = await marked({ handlers: { Init: labelled.handler, Run: run } });
    const looking = bench.reconcile();
    await bench.clock.advance(1000);
    expect(await looking).toBe(0);
    expect(bench.phase).toBe('Run');
    expect(bench.object.metadata.labels).toMatchObject({ team: 'a' });
    expect(labelled.runs()).toBe(1);
  });

  test('is dropped when another client has changed the phase', async () => {
    const overtaken = working(() =>
      edit(bench, (object) => ({ ...object, status: { phase: 'Failed', failedFrom: 'Run' } })),
    );
    const bench = await marked({ handlers: { Init: overtaken.handler, Run: run } });
    const looking = bench.reconcile();
    await bench.clock.advance(1000);
    await looking;
    expect(bench.object.status).toEqual({ phase: 'Failed', failedFrom: 'Run' });
  });

  test('is dropped when the next leader has claimed the phase meanwhile', async () => {
    const claim = (object: Job): Job => {
      const state = { Init: { ...bench.state('Init'), runner: 'next/2' } };
      return { ...object, status: { ...object.status, state } };
    };
    const overtaken = working(() => edit(bench, claim));
    const bench = await marked({ handlers: { Init: overtaken.handler, Run: run } });
    const looking = bench.reconcile({ leadership: term('old') });
    await bench.clock.advance(1000);
    expect(await looking).toBe(0);
    expect(bench.phase).toBe('Init');
    expect(bench.state('Init')).toEqual({ runner: 'next/2', startTime: expect.any(String) });
  });

  test('is stored at last by a server that was away for a moment', async () => {
    const { handler, runs } = working();
    const bench = await marked({ handlers: { Init: handler, Run: run } });
    let writes = 0;
    const shaky: PhaseStore<Job> = {
      fetch: (key, signal) => bench.store.fetch(key, signal),
      persistStatus: async (resource, signal) => {
        writes += 1;
        if (writes === 2 || writes === 3) throw serviceUnavailable('away');
        return bench.store.persistStatus(resource, signal);
      },
      persistMetadata: (resource, change, signal) => bench.store.persistMetadata(resource, change, signal),
    };
    const looking = bench.machine.reconcile(KEY, bench.tools(), shaky);
    await bench.clock.advance(5000);
    await looking;
    expect(bench.phase).toBe('Run');
    expect(runs()).toBe(1);
  });

  test('of a leader whose time is over is not stored, and no failure of the phase', async () => {
    let held = true;
    const leadership = term('one', () => held);
    const handler = single<Job>('Init', async (context) => {
      held = false;
      context.assertLeading();
      return { done: true };
    });
    const bench = await marked({ handlers: { Init: handler, Run: run } });
    await expect(bench.reconcile({ leadership })).rejects.toMatchObject({ code: 'LEADERSHIP_LOST' });
    expect(bench.state('Init')).toEqual({ runner: 'one/1', startTime: expect.any(String) });
  });
});

describe('a result that cannot be stored', () => {
  test('because the server rejects the result of the handler, is a failure of the phase with that reason', async () => {
    const bench = await marked({
      handlers: { Init: single('Init', async () => ({ done: true, status: { size: 'big' } })), Run: run },
    });
    const strict: PhaseStore<Job> = {
      fetch: (key, signal) => bench.store.fetch(key, signal),
      persistStatus: async (resource, signal) => {
        if ('size' in { ...resource.status })
          throw invalid(jobs, 'one', [
            { field: 'status.size', reason: 'FieldValueInvalid', message: 'must be a number' },
          ]);
        return bench.store.persistStatus(resource, signal);
      },
      persistMetadata: (resource, change, signal) => bench.store.persistMetadata(resource, change, signal),
    };
    await bench.machine.reconcile(KEY, bench.tools(), strict);
    expect(bench.phase).toBe('PreFailed');
    expect(bench.state('Init').error).toMatch(/the server rejected the result of the handler.*status.size/);
  });
});

describe('when the process stops', () => {
  test('what was finished is still stored', async () => {
    const stop = new AbortController();
    const { handler } = working(() => stop.abort());
    const bench = await marked({ handlers: { Init: handler, Run: run } });
    await bench.reconcile({ signal: stop.signal });
    expect(bench.phase).toBe('Run');
  });

  test('what was broken off has not failed', async () => {
    const stop = new AbortController();
    const broken = single<Job>('Init', async ({ signal }) => {
      stop.abort(new Error('stopping'));
      signal.throwIfAborted();
      return { done: true };
    });
    const bench = await marked({ handlers: { Init: broken, Run: run } });
    await expect(bench.reconcile({ signal: stop.signal })).rejects.toThrow('stopping');
    expect(bench.phase).toBe('Init');
    expect(bench.state('Init')).not.toHaveProperty('failed');
  });
});

test('a handler that took longer than a reconcile may is tried again, as after any failure', async () => {
  const stop = new AbortController();
  const hanging = single<Job>('Init', async ({ signal }) => {
    stop.abort(new TerminalError(verbatim('took too long'), { code: 'RECONCILE_TIMEOUT' }));
    signal.throwIfAborted();
    return { done: true };
  });
  const bench = await marked({ handlers: { Init: hanging, Run: run } });
  expect(await bench.reconcile({ signal: stop.signal })).toBe(1000);
  expect(bench.state('Init')).toMatchObject({ failed: true, attempts: 1, error: 'took too long' });
});

test('what is shared by the handlers may fail like one of them', async () => {
  let tries = 0;
  const bench = new PhaseBench({
    prepareContext: async () => {
      tries += 1;
      if (tries === 1) throw new RetryableError(verbatim('no connection'), { code: 'AWAY' });
      return { connection: tries };
    },
    handlers: {
      Init: single('Init', async ({ values }) => ({ done: true, status: { seen: values.connection } })),
      Run: run,
    },
  });
  await bench.settle();
  expect(bench.state('Init')).toMatchObject({ error: 'no connection', attempts: 1 });
  await bench.finish();
  expect(bench.object.status).toMatchObject({ phase: 'Succeeded', seen: 2 });
});

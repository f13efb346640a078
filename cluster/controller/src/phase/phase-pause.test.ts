import { describe, expect, test } from 'vitest';
import { single } from './phase-handler.ts';
import type { PhaseStore } from './phase-store.ts';
import { type Job, job, KEY, PhaseBench } from './test-support/phase-bench.ts';

function counting() {
  let runs = 0;
  const handler = single<Job>('x', async () => {
    runs += 1;
    return { done: true };
  });
  return { handler, runs: () => runs };
}

function put(
  bench: PhaseBench,
  change: { readonly paused?: boolean; readonly annotations?: Record<string, string> },
): void {
  const { object } = bench;
  const { paused, annotations = {} } = change;
  const spec = paused === undefined ? {} : { spec: { paused } };
  bench.store.put({ ...object, ...spec, metadata: { ...object.metadata, annotations } });
}

const pausedCondition = (bench: PhaseBench) =>
  bench.object.status?.conditions?.find(({ type }) => type === 'Paused')?.status;

describe('a pause in the spec', () => {
  test('stops the object in its phase, is recorded once, and ends with the spec', async () => {
    const { handler, runs } = counting();
    const bench = new PhaseBench({ handlers: { Init: handler, Run: handler } }, job({ spec: { paused: true } }));
    expect(await bench.settle()).toBeUndefined();
    expect(await bench.settle()).toBeUndefined();
    expect(runs()).toBe(0);
    expect(pausedCondition(bench)).toBe('True');
    expect(bench.events.map(({ reason }) => reason)).toEqual(['Paused']);
    put(bench, { paused: false });
    expect(bench.machine.needsReconcile(bench.object)).toBe(true);
    await bench.finish();
    expect(bench.phase).toBe('Succeeded');
    expect(bench.events.map(({ reason }) => reason)).toContain('Resumed');
  });

  test('that the server does not store in the conditions is reported once with advice', async () => {
    const bench = new PhaseBench({}, job({ spec: { paused: true } }));
    const { store } = bench;
    const forgetful: PhaseStore<Job> = {
      fetch: (key, signal) => store.fetch(key, signal),
      persistStatus: (resource, signal) => store.persistStatus({ ...resource, status: { phase: 'Init' } }, signal),
      persistMetadata: (resource, change, signal) => store.persistMetadata(resource, change, signal),
    };
    const looking = bench.machine.reconcile(KEY, bench.tools(), forgetful);
    await expect(looking).rejects.toThrow('the server does not store status.conditions');
  });

  test('is not ended by a request to continue, which records an event', async () => {
    const bench = new PhaseBench({}, job({ spec: { paused: true } }));
    await bench.settle();
    put(bench, { annotations: { 'kubemin.io/continue': '' } });
    await bench.settle();
    expect(bench.phase).toBe('Init');
    expect(bench.object.metadata.annotations).toEqual({});
    expect(bench.events.at(-1)).toMatchObject({ reason: 'StillPaused' });
  });

  test('is what pause and resume write', () => {
    const bench = new PhaseBench();
    const paused = bench.machine.pause(bench.object);
    expect(paused.spec).toEqual({ paused: true });
    expect(bench.machine.resume(paused).spec).toEqual({ paused: false });
  });
});

describe('a phase that pauses', () => {
  test('waits once when it is entered, until it is continued', async () => {
    const { handler, runs } = counting();
    const bench = new PhaseBench({ pausePhases: ['Run'], handlers: { Init: handler, Run: handler } });
    await bench.finish();
    expect(bench.object.status).toMatchObject({ phase: 'Run', paused: { phase: 'Run' } });
    expect(pausedCondition(bench)).toBe('True');
    expect(runs()).toBe(1);
    expect(bench.machine.needsReconcile(bench.object)).toBe(false);
    put(bench, { annotations: { 'kubemin.io/continue': 'yes' } });
    await bench.finish();
    expect(bench.phase).toBe('Succeeded');
    expect(bench.object.status).not.toHaveProperty('paused');
    expect(bench.object.metadata.annotations).toEqual({});
    expect(bench.events.map(({ reason }) => reason)).toEqual(['PhaseChanged', 'Paused', 'Resumed', 'PhaseChanged']);
  });

  test('is continued by resume as well', async () => {
    const bench = new PhaseBench({ pausePhases: ['Run'] });
    await bench.finish();
    bench.store.put(bench.machine.resume(bench.object));
    await bench.finish();
    expect(bench.phase).toBe('Succeeded');
  });
});

test.each(['jobs:Run', 'Job:Run', '*: Run'])(
  'a barrier "%s" stops before its phase until it is gone',
  async (barrier) => {
    const bench = new PhaseBench();
    put(bench, { annotations: { 'reconciling-barrier': barrier } });
    await bench.finish();
    expect(bench.phase).toBe('Run');
    expect(bench.machine.needsReconcile(bench.object)).toBe(false);
    put(bench, {});
    await bench.finish();
    expect(bench.phase).toBe('Succeeded');
  },
);

test('a barrier for others is none', async () => {
  const bench = new PhaseBench();
  put(bench, { annotations: { 'reconciling-barrier': 'pods:Run' } });
  await bench.finish();
  expect(bench.phase).toBe('Succeeded');
});

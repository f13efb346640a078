import { expect, test } from 'vitest';
import { ONGOING_FINALIZER } from './object-metadata.ts';
import { single } from './phase-handler.ts';
import type { MetadataChange, PhaseStore } from './phase-store.ts';
import { type Job, type JobDefinition, KEY, PhaseBench } from './test-support/phase-bench.ts';

/** A server whose admission changes what is written to the metadata, and how often that was tried. */
function admitting(bench: PhaseBench, admit: (change: MetadataChange) => MetadataChange) {
  let writes = 0;
  const store: PhaseStore<Job> = {
    fetch: (key, signal) => bench.store.fetch(key, signal),
    persistStatus: (resource, signal) => bench.store.persistStatus(resource, signal),
    persistMetadata: (resource, change, signal) => {
      writes += 1;
      return bench.store.persistMetadata(resource, admit(change), signal);
    },
  };
  const look = async () => (await bench.machine.reconcile(KEY, bench.tools(), store))?.requeueAfterMs;
  return { look, writes: () => writes };
}

const finalised: Partial<JobDefinition> = { finalise: single('finalise', async () => ({ done: true })) };

test('an object whose label is taken away goes through its phases all the same, with one try per look', async () => {
  const bench = new PhaseBench(finalised);
  const { look, writes } = admitting(bench, ({ labels: _, ...change }) => change);
  let looks = 1;
  while ((await look()) === 0) looks += 1;
  expect(bench.phase).toBe('Succeeded');
  expect(bench.object.metadata.finalizers).toEqual([ONGOING_FINALIZER]);
  expect([looks, writes()]).toEqual([3, 3]);
});

test('an object whose finalizer is taken away is not begun with', async () => {
  const bench = new PhaseBench(finalised);
  const { look } = admitting(bench, ({ finalizers: _, ...change }) => change);
  await expect(look()).rejects.toMatchObject({ code: 'PHASE_STATE_NOT_KEPT' });
  expect(bench.phase).toBeUndefined();
});

import { silentLogger, systemRandom } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { eventually, ManualClock } from '@kubemin/testing';
import { describeDatabases, type TestDialect } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import { JobStore } from '../store/job-store.ts';
import { openStores, plannedThree, THREE_JOBS } from '../test-support/stores.ts';
import { RunStore } from './run-store.ts';
import { Redaction } from './storable-text.ts';

const DONE = { status: 'completed' } as const;
const LOST = new Error('the database is gone');

/** A store in which, from some moment on, no end of a job can be stored. */
class BreakableJobStore extends JobStore {
  breaks = false;

  override end(...args: Parameters<JobStore['end']>): ReturnType<JobStore['end']> {
    return this.breaks ? Promise.reject(LOST) : super.end(...args);
  }
}

async function claimed(dialect: TestDialect) {
  const real = await openStores(await (await dialect.create()).open());
  const { id: taskId } = await real.tasks.submit({ ...THREE_JOBS, appId: 'a' });
  const claim = await real.tasks.claim(taskId, 'one');
  if (claim === undefined) throw new Error('the task was not claimed');
  const jobs = new BreakableJobStore(real.options);
  const notUsed = () => Promise.reject(new Error('not used'));
  const store = new RunStore(
    {
      tasks: real.tasks,
      jobs,
      logs: { store: notUsed },
      claims: { take: notUsed, check: notUsed },
      clusters: { get: notUsed },
      executorId: 'one',
      clock: new ManualClock(),
      random: systemRandom,
      logger: silentLogger,
      redaction: new Redaction(),
      signal: new AbortController().signal,
    },
    claim.task,
  );
  const rows = (await store.begin(plannedThree())) ?? [];
  const [one = '', two = '', three = ''] = rows.map(({ job }) => job.id);
  return {
    real,
    store,
    owner: { taskId, executorId: 'one' },
    ids: { one, two, three },
    states: async () => (await real.jobs.list(taskId)).map(({ status }) => status),
    breakEnds: () => {
      jobs.breaks = true;
    },
  };
}

describeDatabases('the store of a run', (dialect) => {
  test('jobs that start side by side all run, though only one of them comes with the beginning', async () => {
    const { store, ids, states } = await claimed(dialect);
    const started = await Promise.all([ids.one, ids.two, ids.three].map((id) => store.startJob(id)));
    expect(started.map((job) => job?.status)).toEqual(['running', 'running', 'running']);
    expect(await states()).toEqual(['running', 'running', 'running']);
  });

  test('an end that nothing follows is stored alone', async () => {
    const { store, ids, states } = await claimed(dialect);
    await store.startJob(ids.one);
    expect(await store.endJob(ids.one, DONE)).toMatchObject({ id: ids.one, status: 'completed' });
    await eventually(async () => expect(await states()).toEqual(['completed', 'queued', 'queued']));
  });

  test('ends that come at once are all stored before the run ends', async () => {
    const { store, ids, states } = await claimed(dialect);
    for (const id of Object.values(ids)) await store.startJob(id);
    await Promise.all(Object.values(ids).map((id) => store.endJob(id, DONE)));
    expect((await store.finish(DONE))?.status).toBe('completed');
    expect(await states()).toEqual(['completed', 'completed', 'completed']);
  });

  test('an end that comes as the run is interrupted is stored before the task is handed back', async () => {
    const { real, store, owner, ids, states } = await claimed(dialect);
    await store.startJob(ids.one);
    await store.endJob(ids.one, DONE);
    await store.settle();
    expect(await states()).toEqual(['completed', 'queued', 'queued']);
    await real.tasks.release(owner);
    expect(await states()).toEqual(['completed', 'queued', 'queued']);
  });

  test('a run without a job that starts is stored whole', async () => {
    const { store, states } = await claimed(dialect);
    expect((await store.finish({ status: 'failed', error: verbatim('no') }))?.status).toBe('failed');
    expect(await states()).toEqual(['skipped', 'skipped', 'skipped']);
  });

  test('after a cancel neither the next job starts nor the run ends, and the job stays cancelled', async () => {
    const { real, store, owner, ids, states } = await claimed(dialect);
    await store.startJob(ids.one);
    await real.tasks.cancel(owner.taskId, { user: 'u', reason: verbatim('r') });
    await store.endJob(ids.one, DONE);
    expect(await store.startJob(ids.two)).toBeUndefined();
    expect(await store.finish(DONE)).toBeUndefined();
    expect(await states()).toEqual(['cancelled', 'cancelled', 'cancelled']);
  });

  test('where an end could not be stored, the run does not end without it', async () => {
    const { real, store, owner, ids, breakEnds } = await claimed(dialect);
    await store.startJob(ids.one);
    await store.startJob(ids.two);
    breakEnds();
    await store.endJob(ids.one, DONE);
    await store.endJob(ids.two, DONE);
    await expect(store.finish(DONE)).rejects.toBe(LOST);
    await store.settle();
    expect((await real.tasks.task(owner.taskId))?.status).toBe('running');
  });
});

import { verbatim } from '@kubemin/base/message';
import { eventually, ManualClock } from '@kubemin/testing';
import { describeDatabases, type TestDialect } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import { openStores, plannedThree, THREE_JOBS } from '../test-support/stores.ts';
import { WriteBatcher } from './write-batcher.ts';

const DONE = { status: 'completed' } as const;
const LOST = new Error('the database is gone');

async function claimed(dialect: TestDialect) {
  const real = await openStores(await (await dialect.create()).open());
  const { id: taskId } = await real.tasks.submit({ ...THREE_JOBS, appId: 'a' });
  const claim = await real.tasks.claim(taskId, 'one');
  if (claim === undefined) throw new Error('the task was not claimed');
  const { tasks, jobs } = real;
  let breaks = false;
  const stores = {
    tasks: {
      task: tasks.task.bind(tasks),
      previousTask: tasks.previousTask.bind(tasks),
      newJobRows: tasks.newJobRows.bind(tasks),
      launch: tasks.launch.bind(tasks),
      begin: tasks.begin.bind(tasks),
      extend: tasks.extend.bind(tasks),
      finish: tasks.finish.bind(tasks),
      holds: tasks.holds.bind(tasks),
      lastCompleted: tasks.lastCompleted.bind(tasks),
      hasEverBegun: tasks.hasEverBegun.bind(tasks),
    },
    jobs: {
      list: jobs.list.bind(jobs),
      job: jobs.job.bind(jobs),
      start: jobs.start.bind(jobs),
      retry: jobs.retry.bind(jobs),
      end: (...args: Parameters<typeof jobs.end>) => (breaks ? Promise.reject(LOST) : jobs.end(...args)),
      skip: jobs.skip.bind(jobs),
      report: jobs.report.bind(jobs),
      ask: jobs.ask.bind(jobs),
      decide: jobs.decide.bind(jobs),
    },
  };
  const batcher = new WriteBatcher(stores, new ManualClock(), claim.task);
  const owner = { taskId, executorId: 'one' };
  const via = batcher.stores();
  const rows = (await via.tasks.begin(owner, plannedThree())) ?? [];
  const [one = '', two = '', three = ''] = rows.map(({ job }) => job.id);
  return {
    real,
    batcher,
    via,
    owner,
    ids: { one, two, three },
    states: async () => (await real.jobs.list(taskId)).map(({ status }) => status),
    breakEnds: () => {
      breaks = true;
    },
  };
}

describeDatabases('the batcher of a run', (dialect) => {
  test('jobs that start side by side all run, though only one of them comes with the beginning', async () => {
    const { via, owner, ids, states } = await claimed(dialect);
    const started = await Promise.all([ids.one, ids.two, ids.three].map((id) => via.jobs.start(owner, id)));
    expect(started.map((job) => job?.status)).toEqual(['running', 'running', 'running']);
    expect(await states()).toEqual(['running', 'running', 'running']);
  });

  test('an end that nothing follows is stored alone', async () => {
    const { via, owner, ids, states } = await claimed(dialect);
    await via.jobs.start(owner, ids.one);
    expect(await via.jobs.end(owner, ids.one, DONE)).toMatchObject({ id: ids.one, status: 'completed' });
    await eventually(async () => expect(await states()).toEqual(['completed', 'queued', 'queued']));
  });

  test('ends that come at once are all stored before the run ends', async () => {
    const { via, owner, ids, states } = await claimed(dialect);
    for (const id of Object.values(ids)) await via.jobs.start(owner, id);
    await Promise.all(Object.values(ids).map((id) => via.jobs.end(owner, id, DONE)));
    expect((await via.tasks.finish(owner, DONE))?.status).toBe('completed');
    expect(await states()).toEqual(['completed', 'completed', 'completed']);
  });

  test('an end that comes as the run is interrupted is stored before the task is handed back', async () => {
    const { real, batcher, via, owner, ids, states } = await claimed(dialect);
    await via.jobs.start(owner, ids.one);
    await via.jobs.end(owner, ids.one, DONE);
    await batcher.settled();
    expect(await states()).toEqual(['completed', 'queued', 'queued']);
    await real.tasks.release(owner);
    expect(await states()).toEqual(['completed', 'queued', 'queued']);
  });

  test('a run without a job that starts is stored whole', async () => {
    const { via, owner, states } = await claimed(dialect);
    expect((await via.tasks.finish(owner, { status: 'failed', error: verbatim('no') }))?.status).toBe('failed');
    expect(await states()).toEqual(['skipped', 'skipped', 'skipped']);
  });

  test('after a cancel neither the next job starts nor the run ends, and the job stays cancelled', async () => {
    const { real, via, owner, ids, states } = await claimed(dialect);
    await via.jobs.start(owner, ids.one);
    await real.tasks.cancel(owner.taskId, { user: 'u', reason: verbatim('r') });
    await via.jobs.end(owner, ids.one, DONE);
    expect(await via.jobs.start(owner, ids.two)).toBeUndefined();
    expect(await via.tasks.finish(owner, DONE)).toBeUndefined();
    expect(await states()).toEqual(['cancelled', 'cancelled', 'cancelled']);
  });

  test('where an end could not be stored, the run does not end without it', async () => {
    const { real, batcher, via, owner, ids, breakEnds } = await claimed(dialect);
    await via.jobs.start(owner, ids.one);
    await via.jobs.start(owner, ids.two);
    breakEnds();
    await via.jobs.end(owner, ids.one, DONE);
    await via.jobs.end(owner, ids.two, DONE);
    await expect(via.tasks.finish(owner, DONE)).rejects.toBe(LOST);
    await batcher.settled();
    expect((await real.tasks.task(owner.taskId))?.status).toBe('running');
  });
});

import { systemRandom } from '@kubemin/base';
import { openSqlite, sql } from '@kubemin/sql';
import { ManualClock } from '@kubemin/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JobTypeRegistry } from '../job-type-registry.ts';
import { jobsOf } from '../plan/plan.ts';
import { planWorkflow } from '../plan/planner.ts';
import { isJobFinished, JOB_TRANSITIONS, type JobStatus } from '../state/job-state.ts';
import { isTaskFinished, TASK_TRANSITIONS, type TaskStatus } from '../state/task-state.ts';
import { StepTypeRegistry } from '../step-type-registry.ts';
import { documentOf } from '../test-support/documents.ts';
import { noteJobTypes, noteRenderer } from '../test-support/notes.ts';
import { EventLog } from './event-log.ts';
import { JobStore } from './job-store.ts';
import { ENGINE_MIGRATIONS } from './migrations.ts';
import type { EngineTables } from './tables.ts';
import { TaskStore } from './task-store.ts';

const document = documentOf(['c1', 'd1', 'd2']);
const planned = jobsOf(
  planWorkflow({
    document,
    rendered: noteRenderer.render(document, { appId: 'app' }),
    jobTypes: new JobTypeRegistry(noteJobTypes(() => undefined)),
    stepTypes: new StepTypeRegistry([]),
  }),
);

async function makeStores() {
  const database = await openSqlite({ path: ':memory:' }).withTables<EngineTables>('engine', ENGINE_MIGRATIONS);
  const options = { database, clock: new ManualClock(), changed: () => undefined };
  return {
    database,
    tasks: new TaskStore(options, systemRandom),
    jobs: new JobStore(options),
    log: new EventLog(database),
  };
}

type Stores = Awaited<ReturnType<typeof makeStores>>;
type Action = (stores: Stores, taskId: string, executorId: string, jobIndex: number) => Promise<unknown>;

const ACTIONS: Readonly<Record<string, Action>> = {
  claim: ({ tasks }, taskId, executorId) => tasks.claim(taskId, executorId),
  begin: ({ tasks }, taskId, executorId) => tasks.begin({ taskId, executorId }, planned),
  complete: ({ tasks }, taskId, executorId) => tasks.finish({ taskId, executorId }, { status: 'completed' }),
  fail: ({ tasks }, taskId, executorId) => tasks.finish({ taskId, executorId }, { status: 'failed', error: 'x' }),
  cancel: ({ tasks }, taskId) => tasks.cancel(taskId, { user: 'u', reason: 'r' }),
  release: ({ tasks }, taskId, executorId) => tasks.release({ taskId, executorId }),
  heartbeat: ({ tasks }, taskId, executorId) => tasks.heartbeat(executorId, [taskId]),
  start: async ({ jobs }, taskId, executorId, index) =>
    jobs.start({ taskId, executorId }, await jobId(jobs, taskId, index)),
  end: async ({ jobs }, taskId, executorId, index) =>
    jobs.end({ taskId, executorId }, await jobId(jobs, taskId, index), { status: 'completed' }),
  time: async ({ jobs }, taskId, executorId, index) =>
    jobs.end({ taskId, executorId }, await jobId(jobs, taskId, index), { status: 'timeout', error: 'late' }),
  report: async ({ jobs }, taskId, executorId, index) =>
    jobs.report({ taskId, executorId }, await jobId(jobs, taskId, index), 'busy'),
};

async function jobId(jobs: JobStore, taskId: string, index: number): Promise<string> {
  return (await jobs.list(taskId))[index]?.id ?? 'none';
}

test('whatever is done in whatever order by whomever: only legal transitions, gapless events, ends that stay', async () => {
  const action = fc.tuple(fc.constantFrom(...Object.keys(ACTIONS)), fc.constantFrom('one', 'two'), fc.nat(2));
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
      const stores = await makeStores();
      const { id } = await stores.tasks.submit({
        appId: 'app',
        appName: 'app',
        namespace: 'default',
        revision: 1,
        document,
        componentIds: {},
      });
      for (const [name, executor, index] of actions) await ACTIONS[name]?.(stores, id, executor, index);

      const events = await stores.log.read(id, 0, 1_000);
      expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1));
      let task: TaskStatus = 'waiting';
      const jobs = new Map<string, JobStatus>();
      for (const event of events.slice(1)) {
        if (event.kind === 'task') {
          expect(TASK_TRANSITIONS[task]).toContain(event.task.status);
          task = event.task.status;
          continue;
        }
        const before = jobs.get(event.job.id);
        const repeated = before === 'running' && event.job.status === 'running';
        if (before === undefined) expect(event.job.status).toBe('queued');
        else if (!repeated) expect(JOB_TRANSITIONS[before]).toContain(event.job.status);
        jobs.set(event.job.id, event.job.status);
      }
      // What the events tell is what is stored, and a task that ended has no open jobs.
      expect((await stores.tasks.task(id))?.status).toBe(task);
      const stored = await stores.jobs.list(id);
      expect(new Map(stored.map((job) => [job.id, job.status]))).toEqual(jobs);
      if (isTaskFinished(task)) expect(stored.every((job) => isJobFinished(job.status))).toBe(true);
      await stores.database.close();
    }),
    { numRuns: 60 },
  );
});

test('only the executor that holds a task can move it or its jobs', async () => {
  const stores = await makeStores();
  const { id } = await stores.tasks.submit({
    appId: 'a',
    appName: 'a',
    namespace: 'n',
    revision: 1,
    document,
    componentIds: {},
  });
  expect(await stores.tasks.claim(id, 'one')).toBeDefined();
  expect(await stores.tasks.claim(id, 'two')).toBeUndefined();
  expect(await stores.tasks.begin({ taskId: id, executorId: 'two' }, planned)).toBeUndefined();
  const rows = await stores.tasks.begin({ taskId: id, executorId: 'one' }, planned);
  const job = rows?.[0]?.job.id ?? '';
  expect(await stores.jobs.start({ taskId: id, executorId: 'two' }, job)).toBeUndefined();
  expect(await stores.jobs.start({ taskId: id, executorId: 'one' }, job)).toMatchObject({ status: 'running' });
  expect(await stores.tasks.finish({ taskId: id, executorId: 'two' }, { status: 'completed' })).toBeUndefined();
  expect(await stores.tasks.holds({ taskId: id, executorId: 'one' })).toBe(true);
  expect(await stores.tasks.holds({ taskId: id, executorId: 'two' })).toBe(false);
  await stores.database.close();
});

test('an executor whose task was taken over cannot write progress into the job its heir runs', async () => {
  const stores = await makeStores();
  const { id } = await stores.tasks.submit({
    appId: 'a',
    appName: 'a',
    namespace: 'n',
    revision: 1,
    document,
    componentIds: {},
  });
  const start = async (executorId: string) => {
    await stores.tasks.claim(id, executorId);
    const rows = await stores.tasks.begin({ taskId: id, executorId }, planned);
    return (await stores.jobs.start({ taskId: id, executorId }, rows?.[0]?.job.id ?? ''))?.id ?? '';
  };
  const job = await start('zombie');
  expect(await stores.jobs.report({ taskId: id, executorId: 'zombie' }, job, 'half way')).toBe(true);
  await stores.tasks.release({ taskId: id, executorId: 'zombie' });
  expect(await start('heir')).toBe(job);
  const before = await stores.log.read(id, 0, 100);
  expect(await stores.jobs.report({ taskId: id, executorId: 'zombie' }, job, 'still here')).toBe(false);
  expect(await stores.log.read(id, 0, 100)).toEqual(before);
  expect((await stores.jobs.list(id))[0]?.message).toBeUndefined();
  await stores.database.close();
});

test('the database itself refuses a second claimed task of one application', async () => {
  const { tasks, database } = await makeStores();
  const run = { appId: 'a', appName: 'a', namespace: 'n', revision: 1, document, componentIds: {} };
  const [first, second] = [await tasks.submit(run), await tasks.submit(run)];
  await tasks.claim(first.id, 'one');
  await expect(tasks.claim(second.id, 'two')).rejects.toMatchObject({ code: 'SQL_UNIQUE_VIOLATION' });
  await database.close();
});

test('only the oldest waiting task of each application without a claimed one has its turn', async () => {
  const { tasks, database } = await makeStores();
  const submit = (appId: string) =>
    tasks.submit({ appId, appName: appId, namespace: 'n', revision: 1, document, componentIds: {} });
  const [a1, , b1, b2, c1] = [
    await submit('a'),
    await submit('a'),
    await submit('b'),
    await submit('b'),
    await submit('c'),
  ];
  expect(await tasks.eligible(10)).toEqual([a1.id, b1.id, c1.id]);
  expect(await tasks.eligible(2)).toEqual([a1.id, b1.id]);
  await tasks.claim(a1.id, 'one');
  await tasks.cancel(b1.id, { user: 'u', reason: 'r' });
  expect(await tasks.eligible(10)).toEqual([b2.id, c1.id]);
  await tasks.release({ taskId: a1.id, executorId: 'one' });
  expect(await tasks.eligible(10)).toEqual([a1.id, b2.id, c1.id]);
  await database.close();
});

test('every query that runs on a timer uses an index', async () => {
  const { database } = await makeStores();
  const plans = await Promise.all(
    [
      "select id from tasks where status = 'waiting' order by position limit 5",
      "select id from tasks where status in ('queued', 'running') and heartbeat_at < 5",
      "select id from tasks where app_id = 'a' and status in ('waiting', 'queued', 'running')",
      "select * from run_events where task_id = 'a' and sequence > 3 order by sequence",
    ].map(async (text) => {
      const rows = await sqlText(database, `explain query plan ${text}`);
      return rows.join(' ');
    }),
  );
  for (const plan of plans) expect(plan).toMatch(/SEARCH .* USING (COVERING )?INDEX/);
});

async function sqlText(database: Stores['database'], text: string): Promise<readonly string[]> {
  const { rows } = await sql.raw<{ detail: string }>(text).execute(database.query);
  return rows.map((row) => row.detail);
}

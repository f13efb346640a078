import { systemRandom } from '@kubemin/base';
import { encodeMessage, verbatim } from '@kubemin/base/message';
import { sql } from '@kubemin/sql';
import { ManualClock } from '@kubemin/testing';
import { describeDatabases, type TestDialect } from '@kubemin/testing/vitest';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runMessages } from '../messages/run.ts';
import {
  isJobFinished,
  isTaskFinished,
  JOB_TRANSITIONS,
  type JobStatus,
  TASK_TRANSITIONS,
  type TaskStatus,
} from '../task/states.ts';
import { openStores, plannedThree, THREE_JOBS } from '../test-support/stores.ts';
import { Announcements } from './announcements.ts';
import type { JobStore } from './job-store.ts';
import { LeaderRow } from './leader-row.ts';
import { RunFigures } from './run-figures.ts';
import { TaskStore } from './task-store.ts';

const planned = plannedThree();
const RUN = THREE_JOBS;

async function makeStores(dialect: TestDialect) {
  return openStores(await (await dialect.create()).open());
}

type Stores = Awaited<ReturnType<typeof makeStores>>;
type Action = (stores: Stores, taskId: string, executorId: string, jobIndex: number) => Promise<unknown>;

const ACTIONS: Readonly<Record<string, Action>> = {
  claim: ({ tasks }, taskId, executorId) => tasks.claim(taskId, executorId),
  begin: ({ tasks }, taskId, executorId) => tasks.begin({ taskId, executorId }, planned),
  launch: ({ tasks }, taskId, executorId, index) => {
    const rows = tasks.newJobRows(taskId, planned);
    return tasks.launch({ taskId, executorId }, { rows }, rows[index]?.id);
  },
  handOver: async ({ jobs }, taskId, executorId, index) => {
    const ended = { jobId: await jobId(jobs, taskId, index), outcome: { status: 'completed' }, time: 5 } as const;
    return jobs.start({ taskId, executorId }, await jobId(jobs, taskId, (index + 1) % 3), ended);
  },
  completeWith: async ({ tasks, jobs }, taskId, executorId, index) => {
    const ended = { jobId: await jobId(jobs, taskId, index), outcome: { status: 'completed' }, time: 5 } as const;
    return tasks.finish({ taskId, executorId }, { status: 'completed' }, ended);
  },
  complete: ({ tasks }, taskId, executorId) => tasks.finish({ taskId, executorId }, { status: 'completed' }),
  fail: ({ tasks }, taskId, executorId) =>
    tasks.finish({ taskId, executorId }, { status: 'failed', error: verbatim('x') }),
  expire: ({ tasks }, taskId, executorId) =>
    tasks.finish({ taskId, executorId }, { status: 'timeout', error: verbatim('late') }),
  requestCancel: ({ requests }, taskId) => requests.add(taskId, { user: 'u', reason: verbatim('wished') }),
  cancel: ({ tasks }, taskId) => tasks.cancel(taskId, { user: 'u', reason: verbatim('r') }),
  release: ({ tasks }, taskId, executorId) => tasks.release({ taskId, executorId }),
  heartbeat: ({ tasks }, taskId, executorId) => tasks.heartbeat(executorId, [taskId]),
  start: async ({ jobs }, taskId, executorId, index) =>
    jobs.start({ taskId, executorId }, await jobId(jobs, taskId, index)),
  end: async ({ jobs }, taskId, executorId, index) =>
    jobs.end({ taskId, executorId }, await jobId(jobs, taskId, index), { status: 'completed' }),
  time: async ({ jobs }, taskId, executorId, index) =>
    jobs.end({ taskId, executorId }, await jobId(jobs, taskId, index), { status: 'timeout', error: verbatim('late') }),
  report: async ({ jobs }, taskId, executorId, index) =>
    jobs.report({ taskId, executorId }, await jobId(jobs, taskId, index), verbatim('busy')),
  reject: ({ tasks }, taskId, executorId) =>
    tasks.finish({ taskId, executorId }, { status: 'rejected', error: verbatim('no') }),
  refuse: async ({ jobs }, taskId, executorId, index) =>
    jobs.end({ taskId, executorId }, await jobId(jobs, taskId, index), { status: 'rejected', error: verbatim('no') }),
  skip: async ({ jobs }, taskId, executorId, index) =>
    jobs.skip({ taskId, executorId }, await jobId(jobs, taskId, index), verbatim('left out')),
  ask: async ({ jobs }, taskId, executorId, index) =>
    jobs.ask({ taskId, executorId }, await jobId(jobs, taskId, index), verbatim('really?')),
  decide: async ({ jobs }, taskId, executorId, index) =>
    jobs.decide({ taskId, id: await jobId(jobs, taskId, index) }, { verdict: 'approved', by: executorId }),
  extend: ({ tasks }, taskId, executorId, index) => {
    const more = planned.slice(0, 1).map((job) => ({ ...job, key: `more/${index}` }));
    return tasks.extend({ taskId, executorId }, more);
  },
};

async function jobId(jobs: JobStore, taskId: string, index: number): Promise<string> {
  return (await jobs.list(taskId))[index]?.id ?? 'none';
}

const action = fc.tuple(fc.constantFrom(...Object.keys(ACTIONS)), fc.constantFrom('one', 'two'), fc.nat(2));

/** Only legal transitions, events without gaps, and events that match what is stored. */
async function expectSoundHistory(stores: Stores, id: string): Promise<void> {
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
    // Reports and decisions do not move a job.
    const repeated = before === event.job.status && !isJobFinished(event.job.status);
    if (before === undefined) expect(event.job.status).toBe('queued');
    else if (!repeated) expect(JOB_TRANSITIONS[before]).toContain(event.job.status);
    jobs.set(event.job.id, event.job.status);
  }
  // The events match what is stored, and a task that ended has no open jobs.
  const found = await stores.tasks.task(id);
  expect(found?.status).toBe(task);
  // A cancel request is stored for running tasks only, and only then keeps their executor from writing.
  if (task !== 'running' && task !== 'cancelled') expect(found?.cancelReason).toBeUndefined();
  if (found?.cancelReason !== undefined) {
    const held = ['one', 'two'].map((executorId) => stores.tasks.holds({ taskId: id, executorId }));
    expect(await Promise.all(held)).toEqual([false, false]);
  }
  const stored = await stores.jobs.list(id);
  expect(new Map(stored.map((job) => [job.id, job.status]))).toEqual(jobs);
  if (isTaskFinished(task)) expect(stored.every((job) => isJobFinished(job.status))).toBe(true);
  if (task !== 'running') expect(stored.filter((job) => job.status === 'running')).toEqual([]);
}

describeDatabases('the stores', (dialect) => {
  test('whatever is done in whatever order by any executor: only legal transitions, gapless events, ends that stay', async () => {
    const stores = await makeStores(dialect);
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
        const { id } = await stores.tasks.submit({ ...RUN, appId: crypto.randomUUID() });
        for (const [name, executor, index] of actions) await ACTIONS[name]?.(stores, id, executor, index);

        await expectSoundHistory(stores, id);
      }),
      { numRuns: dialect.kind === 'file' ? 60 : 15 },
    );
  });

  test('the run right before another is that of the same application, however many wait behind', async () => {
    const { tasks } = await makeStores(dialect);
    const submit = async (appId: string) => (await tasks.submit({ ...RUN, appId })).id;
    const [first, , second] = [await submit('a'), await submit('b'), await submit('a')];
    for (let behind = 0; behind < 101; behind += 1) await submit('a');
    expect((await tasks.previousTask({ id: second, appId: 'a' }))?.id).toBe(first);
    expect(await tasks.previousTask({ id: first, appId: 'a' })).toBeUndefined();
  });

  test('an application has begun a run from the first beginning on, whatever becomes of it; one that only waited has not', async () => {
    const { tasks } = await makeStores(dialect);
    const { id: idle } = await tasks.submit({ ...RUN, appId: 'a' });
    await tasks.claim(idle, 'one');
    await tasks.cancel(idle, { user: 'u', reason: verbatim('r') });
    expect(await tasks.hasEverBegun('a')).toBe(false);
    const owner = { taskId: (await tasks.submit({ ...RUN, appId: 'a' })).id, executorId: 'one' };
    await tasks.claim(owner.taskId, 'one');
    await tasks.launch(owner, { rows: tasks.newJobRows(owner.taskId, planned) });
    expect([await tasks.hasEverBegun('a'), await tasks.hasEverBegun('b')]).toEqual([true, false]);
    await tasks.release(owner);
    expect(await tasks.hasEverBegun('a')).toBe(true);
    await tasks.cancel(owner.taskId, { user: 'u', reason: verbatim('r') });
    expect(await tasks.hasEverBegun('a')).toBe(true);
  });

  test('the events of a run name the engine that has it, when a lost one was last heard of, and when the time of a job is over', async () => {
    const clock = new ManualClock(1_000);
    const database = await (await dialect.create()).open();
    const opened = await openStores(database, clock);
    const tasks = new TaskStore({ ...opened.options, timeLimit: () => 9_000 }, systemRandom);
    const { id: taskId } = await tasks.submit({ ...RUN, appId: 'a', source: 'cli' });
    await tasks.claim(taskId, 'lost');
    const rows = tasks.newJobRows(taskId, planned);
    await tasks.launch({ taskId, executorId: 'lost' }, { rows }, rows[0]?.id);
    expect((await opened.jobs.list(taskId)).map(({ deadlineAt }) => deadlineAt)).toEqual([
      10_000,
      undefined,
      undefined,
    ]);
    await clock.advance(2_000);
    await tasks.heartbeat('lost', [taskId]);
    await clock.advance(4_000);
    await tasks.release({ taskId, executorId: 'lost', heartbeatAt: 3_000 });
    await tasks.claim(taskId, 'next');
    await tasks.begin({ taskId, executorId: 'next' }, planned);
    const [first] = await opened.jobs.list(taskId);
    await opened.jobs.start({ taskId, executorId: 'next' }, first?.id ?? '');
    // Two seconds were spent before; the time without an engine does not count.
    expect((await opened.jobs.list(taskId))[0]?.deadlineAt).toBe(14_000);
    const events = (await opened.log.read(taskId, 0, 100)).flatMap((event) =>
      event.kind === 'task' ? [event.task] : [],
    );
    expect(events.map(({ status, source, executor, heldUntil }) => [status, source, executor, heldUntil])).toEqual([
      ['waiting', 'cli', undefined, undefined],
      ['queued', 'cli', 'lost', undefined],
      ['running', 'cli', 'lost', undefined],
      ['waiting', 'cli', undefined, 3_000],
      ['queued', 'cli', 'next', undefined],
      ['running', 'cli', 'next', undefined],
    ]);
    await opened.jobs.end({ taskId, executorId: 'next' }, first?.id ?? '', { status: 'completed' });
    const { step = '' } = planned[1] ?? {};
    const progress = await new RunFigures(opened.database, clock).progress([taskId, 'other']);
    expect([...progress]).toEqual([[taskId, { done: 1, all: 3, step, attempts: 2, retries: 1 }]]);
  });

  test('whatever several processes do at the same moment: the same holds', async () => {
    const database = await dialect.create();
    const [one, two] = [await openStores(await database.open()), await openStores(await database.open())];
    const actions = fc.array(fc.tuple(action, fc.boolean()), { minLength: 6, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(actions, async (chosen) => {
        const { id } = await one.tasks.submit({ ...RUN, appId: crypto.randomUUID() });
        await one.tasks.claim(id, 'one');
        await one.tasks.begin({ taskId: id, executorId: 'one' }, planned);
        const deed = async ([[name, executor, index], other]: (typeof chosen)[number]): Promise<void> => {
          await ACTIONS[name]?.(other ? two : one, id, executor, index);
        };
        await Promise.all(chosen.map(deed));
        await expectSoundHistory(one, id);
      }),
      { numRuns: 40 },
    );
  });

  test('a run of three jobs is a launch, two hand-overs and an end, each with all its events', async () => {
    const stores = await makeStores(dialect);
    const { id: taskId } = await stores.tasks.submit({ ...RUN, appId: 'a' });
    const owner = { taskId, executorId: 'one' };
    await stores.tasks.claim(taskId, 'one');
    const rows = stores.tasks.newJobRows(taskId, planned);
    const [one = '', two = '', three = ''] = rows.map(({ id }) => id);
    const ended = (jobId: string) => ({
      jobId,
      outcome: { status: 'completed' as const, message: verbatim(jobId) },
      time: 7,
    });
    expect((await stores.tasks.launch(owner, { rows }, one))?.map(({ status }) => status)).toEqual([
      'running',
      'queued',
      'queued',
    ]);
    expect(await stores.tasks.launch(owner, { rows }, one)).toBeUndefined();
    expect(await stores.jobs.start(owner, two, ended(one))).toMatchObject({ id: two, status: 'running', attempt: 1 });
    expect(await stores.jobs.start(owner, three, ended(one))).toBeUndefined();
    expect(await stores.jobs.start(owner, three, ended(two))).toMatchObject({ id: three, status: 'running' });
    expect(await stores.tasks.finish(owner, { status: 'completed' }, ended(three))).toMatchObject({
      status: 'completed',
    });
    const recorded = (await stores.log.read(taskId, 0, 100)).map((event) =>
      event.kind === 'task'
        ? event.task.status
        : `${event.job.id === one ? 1 : event.job.id === two ? 2 : 3} ${event.job.status}`,
    );
    expect(recorded).toEqual([
      ...['waiting', 'queued', 'running', '1 queued', '2 queued', '3 queued', '1 running'],
      ...['1 completed', '2 running', '2 completed', '3 running', '3 completed', 'completed'],
    ]);
    const stored = await stores.jobs.list(taskId);
    expect(stored.map(({ status, message, endedAt }) => [status, message, endedAt])).toEqual(
      [one, two, three].map((id) => ['completed', id, 7]),
    );
    await expectSoundHistory(stores, taskId);
  });

  test('a claim by a clock that is behind is not recorded as earlier than what it follows', async () => {
    const database = await dialect.create();
    const ahead = await openStores(await database.open(), new ManualClock(60_000));
    const behind = await openStores(await database.open(), new ManualClock(1_000));
    const { id: taskId } = await ahead.tasks.submit({ ...RUN, appId: 'a' });
    await ahead.tasks.claim(taskId, 'one');
    await ahead.tasks.release({ taskId, executorId: 'one' });
    expect(await behind.tasks.claim(taskId, 'two')).toBeDefined();
    const times = (await ahead.log.read(taskId, 0, 10)).map(({ time }) => time);
    expect(times).toEqual([60_000, 60_000, 60_000, 60_000]);
  });

  test('only the executor that holds a task can move it or its jobs', async () => {
    const stores = await makeStores(dialect);
    const { id } = await stores.tasks.submit({ ...RUN, appId: 'a' });
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
  });

  test('an executor whose task was taken over cannot write progress into the job its heir runs', async () => {
    const stores = await makeStores(dialect);
    const { id } = await stores.tasks.submit({ ...RUN, appId: 'a' });
    const start = async (executorId: string) => {
      await stores.tasks.claim(id, executorId);
      const rows = await stores.tasks.begin({ taskId: id, executorId }, planned);
      return (await stores.jobs.start({ taskId: id, executorId }, rows?.[0]?.job.id ?? ''))?.id ?? '';
    };
    const job = await start('zombie');
    expect(await stores.jobs.report({ taskId: id, executorId: 'zombie' }, job, verbatim('half way'))).toBe(true);
    await stores.tasks.release({ taskId: id, executorId: 'zombie' });
    expect(await start('heir')).toBe(job);
    const before = await stores.log.read(id, 0, 100);
    expect(await stores.jobs.report({ taskId: id, executorId: 'zombie' }, job, verbatim('still here'))).toBe(false);
    expect(await stores.log.read(id, 0, 100)).toEqual(before);
    expect((await stores.jobs.list(id))[0]?.message).toBeUndefined();
  });

  test('a task is not claimed before its turn, and the database itself refuses two claimed ones of an application', async () => {
    const { tasks, database } = await makeStores(dialect);
    const run = { ...RUN, appId: 'a' };
    const [first, second] = [await tasks.submit(run), await tasks.submit(run)];
    expect(await tasks.claim(second.id, 'two')).toBeUndefined();
    await tasks.claim(first.id, 'one');
    expect(await tasks.claim(second.id, 'two')).toBeUndefined();
    const force = database.query.updateTable('tasks').set({ active_app: 'a' }).where('id', '=', second.id);
    await expect(force.execute()).rejects.toMatchObject({ code: 'SQL_UNIQUE_VIOLATION' });
  });

  test('a leader whose term is over releases no work, and announces none', async () => {
    const { tasks, database } = await makeStores(dialect);
    const row = new LeaderRow(database);
    const announcements = new Announcements({ database, clock: new ManualClock(1_000) });
    const paused = { holder: 'paused', term: (await row.take({ holder: 'paused', now: 0, expiresAt: 1 })) ?? 0 };
    const next = { holder: 'next', term: (await row.take({ holder: 'next', now: 2, expiresAt: 9 })) ?? 0 };
    const [held, waiting] = [await tasks.submit({ ...RUN, appId: 'a' }), await tasks.submit({ ...RUN, appId: 'b' })];
    await tasks.claim(held.id, 'worker');
    const claim = { taskId: held.id, executorId: 'worker' };
    expect(await tasks.release(claim, paused)).toBeUndefined();
    expect(await announcements.recordAnnounced(paused, [waiting.id])).toBe(false);
    expect((await tasks.task(held.id))?.status).toBe('queued');
    expect(await announcements.recordAnnounced(next, [waiting.id])).toBe(true);
    expect((await tasks.release(claim, next))?.status).toBe('waiting');
  });

  test('R-20: tasks are numbered by the database in the order of submission, side by side too, and found by number', async () => {
    const { tasks, log } = await makeStores(dialect);
    const one = await tasks.submit({ ...RUN, appId: 'a' });
    const two = await tasks.submit({ ...RUN, appId: 'a' });
    expect([one.number, two.number]).toEqual([1, 2]);
    const many = await Promise.all(Array.from({ length: 20 }, (_, at) => tasks.submit({ ...RUN, appId: `b${at}` })));
    expect(many.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(many.map((_, at) => at + 3));
    expect(await Promise.all([2, 99].map((number) => tasks.findIdByNumber(number)))).toEqual([two.id, undefined]);
    expect(await tasks.task(two.id)).toMatchObject({ number: 2, waitingFor: one.id, waitingForNumber: 1 });
    await tasks.claim(one.id, 'worker');
    await tasks.begin({ taskId: one.id, executorId: 'worker' }, planned);
    const events = await log.read(one.id, 0, 100);
    expect(new Set(events.map(({ number }) => number))).toEqual(new Set([1]));
    expect(events.filter((event) => event.kind === 'task').map(({ task }) => task.number)).toEqual([1, 1, 1]);
    expect((await tasks.retry(one.id, {}))?.number).toBe(23);
  });

  test('R-20: tasks and events that an earlier version stored have numbers, in the order of submission', async () => {
    const { tasks, log, database } = await makeStores(dialect);
    const [one, two] = [await tasks.submit({ ...RUN, appId: 'a' }), await tasks.submit({ ...RUN, appId: 'a' })];
    // As that version wrote the event: the snapshot of a task without a number.
    const { number: _, ...snapshot } = two;
    const text = JSON.stringify(snapshot);
    await sql`update run_events set snapshot = ${text} where task_id = ${two.id}`.execute(database.query);
    expect(await tasks.task(one.id)).toMatchObject({ number: 1 });
    expect(await log.read(two.id, 0, 10)).toMatchObject([{ number: 2, task: { id: two.id, number: 2 } }]);
  });

  test('codes and parameters are stored beside the English texts, in rows and events alike', async () => {
    const { tasks, jobs, log, requests } = await makeStores(dialect);
    const { id: taskId } = await tasks.submit({ ...RUN, appId: 'a' });
    const owner = { taskId, executorId: 'one' };
    await tasks.claim(taskId, 'one');
    const [first, second] = (await tasks.begin(owner, planned)) ?? [];
    const [one, two] = [first?.job.id ?? '', second?.job.id ?? ''];
    await jobs.start(owner, one);
    await jobs.ask(owner, one, runMessages.cancelledBy({ user: 'ann' }));
    const error = runMessages.jobFailed({ job: runMessages.step({ step: 'x' }), reason: verbatim('of Kubernetes') });
    const ended = await jobs.end(owner, one, { status: 'failed', error, message: runMessages.interrupted });
    const texts = { message: { code: 'engine.run.interrupted' }, error: encodeMessage(error) };
    const question = { code: 'engine.run.cancelledBy', params: { user: 'ann' } };
    expect(ended).toMatchObject({ error: 'step "x": of Kubernetes', texts, approval: { texts: { question } } });
    await jobs.start(owner, two);
    const plain = await jobs.end(owner, two, { status: 'completed', message: verbatim('done') });
    expect(plain).toMatchObject({ message: 'done' });
    expect(plain).not.toHaveProperty('texts');
    await requests.add(taskId, { user: 'ann', reason: runMessages.cancelledBy({ user: 'ann' }) });
    const [request] = await requests.list('one');
    expect(request?.reason).toEqual(JSON.parse(JSON.stringify(runMessages.cancelledBy({ user: 'ann' }))));
    const task = await tasks.cancel(taskId, { user: 'ann', reason: runMessages.cancelledBy({ user: 'ann' }) });
    expect(task).toMatchObject({ cancelReason: 'cancelled by ann', texts: { cancelReason: question } });
    const events = await log.read(taskId, 0, 100);
    expect(events.at(-1)).toMatchObject({ kind: 'task', task: { texts: { cancelReason: question } } });
    expect(events.flatMap((event) => (event.kind === 'job' ? [event.job] : []))).toContainEqual(ended);
  });

  test('texts of an earlier version, without codes, stay as they are', async () => {
    const { tasks, jobs, log, database } = await makeStores(dialect);
    const { id: taskId } = await tasks.submit({ ...RUN, appId: 'a' });
    const owner = { taskId, executorId: 'one' };
    await tasks.claim(taskId, 'one');
    await tasks.launch(owner, { rows: tasks.newJobRows(taskId, planned) });
    await tasks.finish(owner, { status: 'failed', error: runMessages.stopped });
    await sql`update tasks set error_text = null`.execute(database.query);
    await sql`update jobs set message_text = null`.execute(database.query);
    expect(await tasks.task(taskId)).toMatchObject({ error: 'the run was stopped' });
    expect(await tasks.task(taskId)).not.toHaveProperty('texts');
    const [job] = await jobs.list(taskId);
    expect(job?.texts).toBeUndefined();
    // Databases that write events themselves wrote the columns of the row, which had no codes then.
    const row = await database.query
      .selectFrom('jobs')
      .selectAll()
      .where('id', '=', job?.id ?? '')
      .executeTakeFirstOrThrow();
    const { message_text: _message, error_text: _error, question_text: _question, ...earlier } = row;
    const text = JSON.stringify(earlier);
    await sql`update run_events set snapshot = ${text} where task_id = ${taskId} and kind = 'job'`.execute(
      database.query,
    );
    const events = await log.read(taskId, 0, 100);
    expect(events.flatMap((event) => (event.kind === 'job' ? [event.job] : []))).toContainEqual(job);
  });

  test('only the oldest waiting task of each application without a claimed one has its turn', async () => {
    const { tasks } = await makeStores(dialect);
    const submit = (appId: string) => tasks.submit({ ...RUN, appId });
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
    await tasks.cancel(b1.id, { user: 'u', reason: verbatim('r') });
    expect(await tasks.eligible(10)).toEqual([b2.id, c1.id]);
    await tasks.release({ taskId: a1.id, executorId: 'one' });
    expect(await tasks.eligible(10)).toEqual([a1.id, b2.id, c1.id]);
  });
});

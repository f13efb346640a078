import { sql } from '@kubemin/sql';
import { ManualClock } from '@kubemin/testing';
import { describe, expect, test } from 'vitest';
import { collect, makeBench } from './test-support/bench.ts';
import { makeDocument } from './test-support/documents.ts';

test('a submitted task starts by the nudge alone, runs its jobs in order and completes', async () => {
  const ran: string[] = [];
  const { engine, submit, finished } = await makeBench(new ManualClock(), {
    script: (component) => async () => {
      ran.push(component);
    },
  });
  await engine.start();
  const submitted = await submit(['d1', 'c1', 'd2']);
  expect(submitted).toMatchObject({ status: 'waiting', version: 1 });
  const { task } = await finished(submitted.id);
  expect(task).toMatchObject({ status: 'completed', createdAt: submitted.createdAt });
  expect(ran).toEqual(['c1', 'd1', 'd2']);
  const jobs = await engine.jobs(task.id);
  expect(jobs.map((job) => [job.component, job.type, job.bucket, job.status, job.attempt])).toEqual([
    ['c1', 'config_note', 0, 'completed', 1],
    ['d1', 'note', 10, 'completed', 1],
    ['d2', 'note', 10, 'completed', 1],
  ]);
});

test('a task submitted before the engine starts is not forgotten', async () => {
  const { engine, submit, finished } = await makeBench(new ManualClock());
  const { id } = await submit(['c1']);
  await engine.start();
  expect((await finished(id)).task.status).toBe('completed');
});

test('an engine whose start fails leaves nothing running, and lets others lead', async () => {
  const { engine, database } = await makeBench(new ManualClock());
  await sql`alter table tasks rename to elsewhere`.execute(database.query);
  await expect(engine.start()).rejects.toThrow('no such table: tasks');
  expect(engine.status()).toMatchObject({ leads: false, executes: false });
  const { rows } = await sql`select holder from leaders`.execute(database.query);
  expect(rows).toEqual([{ holder: null }]);
});

test('a task submitted by another process is found by the poll', async () => {
  const other = await makeBench(new ManualClock());
  const { engine, clock } = await makeBench(new ManualClock(), { database: other.database });
  await engine.start();
  const { id } = await other.submit(['c1']);
  expect((await engine.task(id))?.status).toBe('waiting');
  await clock.advance(3_000);
  expect((await engine.task(id))?.status).toBe('completed');
});

describe('events', () => {
  test('report every transition once, in order, from the first to the one that ends the task', async () => {
    const { engine, submit, finished } = await makeBench(new ManualClock(), {
      scripts: { c1: (context) => context.report('half way') },
    });
    await engine.start();
    const { events } = await finished((await submit(['c1'])).id);
    expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1));
    expect(events.map((event) => (event.kind === 'task' ? event.task.status : `job ${event.job.status}`))).toEqual([
      'waiting',
      'queued',
      'running',
      'job queued',
      'job running',
      'job running',
      'job completed',
      'completed',
    ]);
    expect(events.at(-2)).toMatchObject({ kind: 'job', job: { message: 'half way', status: 'completed' } });
  });

  test('a job that completes at once reports its result in one event, not in an event of its own', async () => {
    const { engine, submit, finished } = await makeBench(new ManualClock(), {
      jobTypes: [{ name: 'quick', kinds: ['Config'], priority: 0, run: async () => 'created' }],
    });
    await engine.start();
    const { events } = await finished((await submit(['c1'])).id);
    const jobs = events.flatMap((event) => (event.kind === 'job' ? [[event.job.status, event.job.message]] : []));
    expect(jobs).toEqual([
      ['queued', undefined],
      ['running', undefined],
      ['completed', 'created'],
    ]);
  });

  test('go on after a given sequence, and end at once when it is the last', async () => {
    const { engine, submit, finished } = await makeBench(new ManualClock());
    await engine.start();
    const { task, events } = await finished((await submit(['c1'])).id);
    expect(await collect(engine.events(task.id, { after: 3 }))).toEqual(events.slice(3));
    expect(await collect(engine.events(task.id, { after: events.length }))).toEqual([]);
  });

  test('a follower that joins half way sees the past and then the rest live', async () => {
    const gate = Promise.withResolvers<void>();
    const { engine, submit } = await makeBench(new ManualClock(), { scripts: { c1: () => gate.promise } });
    await engine.start();
    const { id } = await submit(['c1']);
    const seen: string[] = [];
    for await (const event of engine.events(id)) {
      seen.push(event.kind === 'task' ? event.task.status : event.job.status);
      if (event.kind === 'job' && event.job.status === 'running') gate.resolve();
    }
    expect(seen).toEqual(['waiting', 'queued', 'running', 'queued', 'running', 'completed', 'completed']);
  });

  test('stop when the follower goes away, and refuse a task that does not exist', async () => {
    const { engine, submit } = await makeBench(new ManualClock());
    const { id } = await submit(['c1']);
    const leave = new AbortController();
    const seen: string[] = [];
    for await (const event of engine.events(id, { signal: leave.signal })) {
      seen.push(event.kind);
      leave.abort();
    }
    expect(seen).toEqual(['task']);
    await expect(collect(engine.events('nowhere'))).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
  });
});

test('tasks are listed newest first, by application and limit', async () => {
  const { engine, submit } = await makeBench(new ManualClock());
  const first = await submit(['c1'], 'one');
  const second = await submit(['c1'], 'two');
  const third = await submit(['c1'], 'one');
  expect((await engine.tasks()).map(({ id }) => id)).toEqual([third.id, second.id, first.id]);
  expect((await engine.tasks({ appId: 'one' })).map(({ id }) => id)).toEqual([third.id, first.id]);
  expect((await engine.tasks({ appId: 'one', limit: 1 })).map(({ id }) => id)).toEqual([third.id]);
});

test('a document with a hundred components runs them all', async () => {
  const components = Array.from({ length: 120 }, (_, index) => `c${index}`);
  const { engine, submit, finished } = await makeBench(new ManualClock());
  await engine.start();
  const { task } = await finished((await submit(makeDocument(components, 'DAG'))).id);
  expect(task.status).toBe('completed');
  expect((await engine.jobs(task.id)).every((job) => job.status === 'completed')).toBe(true);
});

test('submitted twice under one id, at once or later, it is one task', async () => {
  const { engine } = await makeBench(new ManualClock());
  const document = makeDocument(['c1']);
  const run = { id: 'mine', appId: 'app', appName: 'app', namespace: 'default', revision: 1, componentIds: {} };
  const both = await Promise.all([engine.submit({ ...run, document }), engine.submit({ ...run, document })]);
  expect(both.map(({ id }) => id)).toEqual(['mine', 'mine']);
  expect((await engine.submit({ ...run, document, revision: 2 })).revision).toBe(1);
  expect(await engine.tasks()).toHaveLength(1);
});

test('tasks are paged newest first, and each is seen once though others are submitted meanwhile', async () => {
  const { engine, submit } = await makeBench(new ManualClock());
  const ids: string[] = [];
  for (const app of ['a', 'b', 'a', 'b', 'a']) ids.unshift((await submit(['c1'], app)).id);
  const first = await engine.taskPage({ limit: 2 });
  await submit(['c1'], 'late');
  const second = await engine.taskPage({ limit: 2, after: first.next });
  const third = await engine.taskPage({ limit: 2, after: second.next });
  expect([first, second, third].flatMap(({ tasks }) => tasks.map(({ id }) => id))).toEqual(ids);
  expect(third.next).toBeUndefined();
  expect((await engine.tasks({ appIds: ['a'], status: ['waiting'], kind: ['deploy'] })).length).toBe(3);
  expect(await engine.tasks({ appIds: [] })).toEqual([]);
  expect(await engine.tasks({ status: ['completed'] })).toEqual([]);
});

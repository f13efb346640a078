import { clearVault, systemRandom } from '@kubemin/base';
import { type SqlDatabase, sql } from '@kubemin/sql';
import { ManualClock } from '@kubemin/testing';
import { describeDatabases, tableScans } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import type { EngineTables } from '../task/tables.ts';
import { Announcements } from './announcements.ts';
import { CallbackRows } from './callback-rows.ts';
import { CancelRequests } from './cancel-requests.ts';
import { EventJournal } from './event-journal.ts';
import { EventLog } from './event-log.ts';
import { InstanceRows } from './instance-rows.ts';
import { LeaderRow } from './leader-row.ts';
import { ENGINE_MIGRATIONS } from './migrations.ts';
import { RunArchive } from './run-archive.ts';
import { RunFigures } from './run-figures.ts';
import { TaskStore } from './task-store.ts';

const RUNS = 3_000;
const APPLICATIONS = 100;
const ACTIVE = 5;

const JOB = {
  plan_key: 'k',
  position: 0,
  step: 's',
  step_index: 0,
  bucket: 0,
  component: 'c',
  type: 'deploy',
  object_kind: 'Deployment',
  object_name: 'o',
  namespace: 'n',
  status: 'completed',
  started_at: 1,
  ended_at: 3,
  spent_ms: 0,
  attempt: 1,
  version: 1,
} as const;

/** Fills the tables as years of use would: many finished runs, few that wait or run. */
async function fill({ query }: SqlDatabase<EngineTables>): Promise<void> {
  const common = { app_name: 'a', namespace: 'n', revision: 1, document: '{}', component_ids: '{}', creator: null };
  const empty = { error: null, revoker: null, cancel_reason: null, version: 1, event_sequence: 1 };
  const rows = Array.from({ length: RUNS }, (_, index) => {
    const age = RUNS - index;
    const status = age > 2 * ACTIVE ? 'completed' : age > ACTIVE ? 'running' : 'waiting';
    const claim = status === 'running' ? { executor_id: 'one', heartbeat_at: index } : {};
    return {
      ...common,
      ...empty,
      id: `task-${index}`,
      app_id: `app-${index % APPLICATIONS}`,
      created_at: index,
      started_at: index,
      ended_at: status === 'completed' ? index : null,
      status: status as 'completed' | 'running' | 'waiting',
      executor_id: null,
      heartbeat_at: null,
      active_app: null,
      ...claim,
    };
  });
  const many = Array.from({ length: RUNS }, (_, index) => index);
  await query
    .insertInto('instances')
    .values(many.map((index) => ({ id: `instance-${index}`, heartbeat_at: index })))
    .execute();
  await query
    .insertInto('leaders')
    .values(many.map((index) => ({ name: `other-${index}`, holder: null, term: 1, expires_at: 1 })))
    .execute();
  const journals = many.map((index) => ({ name: `other-${index}`, position: 0, floor: 0 }));
  await query
    .insertInto('journals')
    .values([...journals, { name: 'events', position: RUNS - ACTIVE, floor: 0 }])
    .execute();
  for (let start = 0; start < RUNS; start += 250) {
    const batch = rows.slice(start, start + 250);
    await query.insertInto('tasks').values(batch).execute();
    await query
      .insertInto('jobs')
      .values(batch.map(({ id }) => ({ ...JOB, id: `job-of-${id}`, task_id: id })))
      .execute();
    await query
      .insertInto('run_callbacks')
      .values(batch.map(({ id, status }) => callbackRow(id, status)))
      .execute();
    const event = { sequence: 1, time: 1, kind: 'task' as const, snapshot: '{"status":"completed"}' };
    await query
      .insertInto('run_events')
      .values(
        batch.map(({ id }, index) => {
          const position = start + index + 1;
          return { ...event, task_id: id, position: position > RUNS - ACTIVE ? null : position };
        }),
      )
      .execute();
  }
}

function callbackRow(taskId: string, status: string) {
  const open = { held_by: null, held_until: 0, next_at: 0, attempts: '[]', version: 1, created_at: 1 };
  const target = { target: '{"url":"http://example.com"}', origin: 'http://example.com' };
  return {
    ...open,
    ...target,
    task_id: taskId,
    status: status === 'completed' ? ('delivered' as const) : ('open' as const),
  };
}

const ANALYZE: Readonly<Record<string, string>> = {
  sqlite: 'analyze',
  postgres: 'analyze',
  mysql: 'analyze table tasks, jobs, run_events, run_callbacks, leaders, instances, journals',
};

describeDatabases('queries on a timer', (dialect) => {
  test('W-38: none of them reads a table from end to end, however many runs have ended', async () => {
    const seen: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];
    const opened = await (await dialect.create()).open({ onQuery: (query) => seen.push(query) });
    const database = await opened.withTables<EngineTables>('engine', ENGINE_MIGRATIONS);
    await fill(database);
    await sql.raw(ANALYZE[database.capabilities.dialect] ?? '').execute(database.query);
    seen.length = 0;

    const tasks = new TaskStore(
      { database, vault: clearVault, clock: new ManualClock(), changed: () => undefined },
      systemRandom,
    );
    const archive = new RunArchive(database);
    expect(await tasks.eligible(10)).toHaveLength(ACTIVE);
    expect(await tasks.claims(RUNS)).toHaveLength(ACTIVE);
    expect(await tasks.claims()).toHaveLength(ACTIVE);
    expect(await new CancelRequests(database).list('one')).toEqual([]);
    await tasks.heartbeat('one', ['task-2994', 'task-2993']);
    await tasks.task('task-2994');
    await tasks.holds({ taskId: 'task-2994', executorId: 'one' });
    await tasks.lastCompleted({ id: 'task-2994', appId: 'app-94' });
    await new EventLog(database).read('task-2994', 0, 100);
    const journal = new EventJournal(database);
    expect(await journal.head()).toBe(RUNS);
    expect((await journal.read(RUNS - 5, 10)).events).toHaveLength(5);
    expect(await archive.endedBefore(50, 10)).toHaveLength(10);
    expect((await archive.applicationsSince(RUNS - 50)).length).toBeGreaterThan(10);
    expect(await archive.beyond('app-1', 5, 10)).toHaveLength(10);
    await archive.remove(['task-1', 'task-2']);
    await archive.removeCallbacksWithoutRun(RUNS);
    const callbacks = new CallbackRows({ database, vault: clearVault, clock: new ManualClock() });
    expect(await callbacks.due(10, [])).toEqual([]);
    expect(await callbacks.due(10, ['http://example.com'])).toEqual([]);
    expect(await callbacks.find('task-3')).toMatchObject({ status: 'delivered' });
    const leader = { holder: 'one', term: 1 };
    const row = new LeaderRow(database);
    await row.take({ holder: 'one', now: 1, expiresAt: 2 });
    await row.renew(leader, 3);
    await row.giveUp(leader);
    const announcements = new Announcements({ database, clock: new ManualClock() });
    expect(await announcements.due(RUNS, 10)).toHaveLength(ACTIVE);
    await announcements.nextWaiting('app-99');
    await announcements.recordAnnounced(leader, ['task-2999']);
    const instances = new InstanceRows(database);
    await instances.beat('instance-2999', RUNS);
    expect(await instances.countSince(RUNS - 5)).toBe(5);
    const depth = { waiting: ACTIVE, queued: 0, running: ACTIVE };
    const figures = new RunFigures(database, new ManualClock(RUNS + 3_599_990));
    expect(await figures.queue()).toMatchObject({ depth });
    expect(await figures.workers()).toHaveLength(10);
    expect((await figures.pending(100)).map(({ status }) => status)).toEqual(Array(ACTIVE).fill('waiting'));
    expect(await figures.since(RUNS - 50, 1_000)).toHaveLength(50);
    expect(await figures.since(RUNS - 50, 10)).toHaveLength(20);
    const jobs = await figures.jobFigures({ from: RUNS - 15, to: RUNS }, 1_000);
    expect(jobs).toEqual(Array(5).fill({ type: 'deploy', status: 'completed', durationMs: 2 }));
    await instances.forget(10);
    await instances.leave('instance-2999');

    const statements = seen.filter(({ sql: text }) => /^(select|update|delete)/.test(text));
    expect(statements.length).toBeGreaterThan(12);
    for (const statement of statements) {
      expect({ sql: statement.sql, scans: await tableScans(database, statement) }).toEqual({
        sql: statement.sql,
        scans: [],
      });
    }
  });

  test('a query without an index is found out', async () => {
    const opened = await (await dialect.create()).open();
    const database = await opened.withTables<EngineTables>('engine', ENGINE_MIGRATIONS);
    const statement = database.query.selectFrom('tasks').select('id').where('creator', '=', 'x').compile();
    expect(await tableScans(database, statement)).toEqual(['tasks']);
  });
});

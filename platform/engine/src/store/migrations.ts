import { type Migration, sql } from '@kubemin/sql';
import type { TaskStatus } from '../task/index.ts';

/** The engine's schema, step by step. Steps are never edited once released; changes are new steps. */
export const ENGINE_MIGRATIONS: readonly Migration[] = [
  {
    name: '001-runs',
    up: async (database) => {
      const { schema } = database;
      await schema
        .createTable('tasks')
        .addColumn('position', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('id', 'varchar(64)', (column) => column.notNull().unique())
        .addColumn('app_id', 'varchar(64)', (column) => column.notNull())
        .addColumn('app_name', 'varchar(255)', (column) => column.notNull())
        .addColumn('namespace', 'varchar(255)', (column) => column.notNull())
        .addColumn('revision', 'integer', (column) => column.notNull())
        .addColumn('document', 'text', (column) => column.notNull())
        .addColumn('component_ids', 'text', (column) => column.notNull())
        .addColumn('creator', 'varchar(255)')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('status', 'varchar(16)', (column) => column.notNull())
        .addColumn('error', 'text')
        .addColumn('revoker', 'varchar(255)')
        .addColumn('cancel_reason', 'text')
        .addColumn('started_at', 'bigint')
        .addColumn('ended_at', 'bigint')
        .addColumn('executor_id', 'varchar(255)')
        .addColumn('heartbeat_at', 'bigint')
        .addColumn('active_app', 'varchar(64)', (column) => column.unique())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('event_sequence', 'integer', (column) => column.notNull())
        .execute();
      // Finding waiting work, and dead work, must not grow with the number of finished runs.
      await schema.createIndex('tasks_by_status').on('tasks').columns(['status', 'position']).execute();
      await schema.createIndex('tasks_by_heartbeat').on('tasks').columns(['status', 'heartbeat_at']).execute();
      await schema.createIndex('tasks_by_app').on('tasks').columns(['app_id', 'status', 'position']).execute();
      await schema
        .createTable('jobs')
        .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('task_id', 'varchar(64)', (column) => column.notNull().references('tasks.id').onDelete('cascade'))
        .addColumn('plan_key', 'text', (column) => column.notNull())
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('step', 'varchar(255)', (column) => column.notNull())
        .addColumn('step_index', 'integer', (column) => column.notNull())
        .addColumn('bucket', 'integer', (column) => column.notNull())
        .addColumn('component', 'varchar(255)', (column) => column.notNull())
        .addColumn('type', 'varchar(255)', (column) => column.notNull())
        .addColumn('object_kind', 'varchar(255)', (column) => column.notNull())
        .addColumn('object_name', 'varchar(255)', (column) => column.notNull())
        .addColumn('namespace', 'varchar(255)', (column) => column.notNull())
        .addColumn('status', 'varchar(16)', (column) => column.notNull())
        .addColumn('message', 'text')
        .addColumn('error', 'text')
        .addColumn('started_at', 'bigint')
        .addColumn('ended_at', 'bigint')
        .addColumn('held_since', 'bigint')
        .addColumn('spent_ms', 'bigint', (column) => column.notNull())
        .addColumn('attempt', 'integer', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addUniqueConstraint('jobs_by_task', ['task_id', 'position'])
        .execute();
      await schema
        .createTable('run_events')
        .addColumn('task_id', 'varchar(64)', (column) => column.notNull().references('tasks.id').onDelete('cascade'))
        .addColumn('sequence', 'integer', (column) => column.notNull())
        .addColumn('time', 'bigint', (column) => column.notNull())
        .addColumn('kind', 'varchar(8)', (column) => column.notNull())
        .addColumn('snapshot', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('run_events_key', ['task_id', 'sequence'])
        .execute();
    },
  },
  {
    name: '002-steps',
    up: async ({ schema }) => {
      const columns = [
        ['outputs', 'text'],
        ['question', 'text'],
        ['verdict', 'varchar(16)'],
        ['decided_by', 'varchar(255)'],
        ['decided_at', 'bigint'],
        ['decision_comment', 'text'],
      ] as const;
      // One statement each: SQLite adds no more than one column at a time.
      for (const [name, type] of columns) await schema.alterTable('jobs').addColumn(name, type).execute();
    },
  },
  {
    name: '003-shares',
    up: async ({ schema }) => {
      await schema
        .createTable('share_claims')
        .addColumn('name', 'varchar(255)', (column) => column.primaryKey())
        .addColumn('app_id', 'varchar(64)', (column) => column.notNull())
        .addColumn('task_id', 'varchar(64)', (column) => column.notNull())
        .execute();
    },
  },
  {
    name: '004-retries',
    up: async ({ schema }) => {
      await schema.alterTable('tasks').addColumn('retry_of', 'varchar(64)').execute();
      await schema.alterTable('tasks').addColumn('retry_job', 'varchar(64)').execute();
    },
  },
  {
    name: '005-retention',
    up: async ({ schema }) => {
      // Finding runs that have been there long enough must not grow with the number of those that have not.
      await schema.createIndex('tasks_by_end').on('tasks').column('ended_at').execute();
    },
  },
  {
    name: '006-tracks',
    up: async ({ schema }) => {
      await schema.alterTable('tasks').addColumn('tracks', 'text').execute();
    },
  },
  {
    name: '007-instances',
    up: async ({ schema }) => {
      await schema
        .createTable('leaders')
        .addColumn('name', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('holder', 'varchar(255)')
        .addColumn('term', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      await schema
        .createTable('instances')
        .addColumn('id', 'varchar(255)', (column) => column.primaryKey())
        .addColumn('heartbeat_at', 'bigint', (column) => column.notNull())
        .execute();
      await schema.createIndex('instances_by_heartbeat').on('instances').column('heartbeat_at').execute();
      await schema.alterTable('tasks').addColumn('announced_at', 'bigint').execute();
    },
  },
  {
    name: '008-job-logs',
    up: async ({ schema }) => {
      await schema
        .createTable('job_logs')
        .addColumn('job_id', 'varchar(64)', (column) => column.primaryKey().references('jobs.id').onDelete('cascade'))
        .addColumn('log', 'text', (column) => column.notNull())
        .addColumn('truncated', 'integer', (column) => column.notNull())
        .execute();
      await schema.alterTable('jobs').addColumn('decision_values', 'text').execute();
    },
  },
  {
    name: '009-operations',
    up: async ({ schema }) => {
      await schema
        .alterTable('tasks')
        .addColumn('kind', 'varchar(16)', (column) => column.notNull().defaultTo('deploy'))
        .execute();
      await schema.alterTable('tasks').addColumn('operation', 'text').execute();
    },
  },
  {
    name: '014-journal',
    up: async ({ schema }) => {
      await schema.alterTable('run_events').addColumn('position', 'bigint').execute();
      // Finds those without a place, and those after one.
      await schema.createIndex('run_events_by_position').on('run_events').column('position').execute();
      await schema
        .createTable('journals')
        .addColumn('name', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('position', 'bigint', (column) => column.notNull())
        .addColumn('floor', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  {
    name: '015-traces',
    up: async ({ schema }) => {
      await schema.alterTable('tasks').addColumn('trace', 'varchar(64)').execute();
    },
  },
  {
    name: '015-workflows',
    up: async ({ schema }) => {
      await schema.alterTable('tasks').addColumn('workflow_id', 'varchar(64)').execute();
    },
  },
  {
    name: '016-open-tasks',
    up: async ({ schema }, { partialIndexes }) => {
      if (!partialIndexes) return;
      // Every index takes part in every transition. One that begins with the status is also what PostgreSQL takes for
      // tasks whose id is given, as long as it has no statistics, and keeps to that: it then reads all that ever ran.
      for (const index of ['tasks_by_status', 'tasks_by_heartbeat', 'tasks_by_end'])
        await schema.dropIndex(index).execute();
      const indexWhere = (name: string, states: readonly TaskStatus[]) =>
        schema
          .createIndex(name)
          .on('tasks')
          .columns(['status', 'position'])
          .where(
            sql.ref('status'),
            'in',
            states.map((state) => sql.lit(state)),
          )
          .execute();
      await indexWhere('tasks_open', ['waiting', 'queued', 'running']);
      await indexWhere('tasks_without_success', ['failed', 'timeout', 'cancelled', 'rejected']);
      await schema
        .createIndex('tasks_by_end')
        .on('tasks')
        .column('ended_at')
        .where(sql.ref('ended_at'), 'is not', null)
        .execute();
    },
  },
  {
    name: '017-placed-events',
    up: async (database, { serialTransactions }) => {
      // There, events have their places from the start: those that never got one come before all later ones.
      if (!serialTransactions) return;
      const given = sql`select max((select coalesce(max(position), 0) from run_events),
        (select coalesce(max(position), 0) from journals))`;
      const next = sql`select task_id, sequence, row_number() over (order by task_id, sequence) as number
        from run_events where position is null`;
      await sql`update run_events set position = (${given}) + next.number from (${next}) as next
        where run_events.task_id = next.task_id and run_events.sequence = next.sequence`.execute(database);
    },
  },
  {
    name: '018-name-claims',
    up: async ({ schema }) => {
      await schema
        .createTable('name_claims')
        .addColumn('name_key', 'varchar(255)', (column) => column.notNull())
        .addColumn('app_id', 'varchar(64)', (column) => column.notNull())
        .addColumn('mode', 'varchar(8)', (column) => column.notNull())
        .addColumn('scope', 'varchar(255)', (column) => column.notNull())
        .addColumn('run', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('name_claims_key', ['name_key', 'app_id', 'mode', 'scope'])
        .execute();
    },
  },
  {
    name: '019-message-codes',
    up: async ({ schema }) => {
      // Beside each English text its code and parameters.
      for (const column of ['error_text', 'cancel_reason_text'])
        await schema.alterTable('tasks').addColumn(column, 'text').execute();
      for (const column of ['message_text', 'error_text', 'question_text'])
        await schema.alterTable('jobs').addColumn(column, 'text').execute();
    },
  },
  {
    name: '020-run-callbacks',
    up: async ({ schema }) => {
      await schema
        .createTable('run_callbacks')
        .addColumn('task_id', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('target', 'text', (column) => column.notNull())
        .addColumn('origin', 'varchar(255)', (column) => column.notNull())
        .addColumn('status', 'varchar(16)', (column) => column.notNull())
        .addColumn('attempts', 'text', (column) => column.notNull())
        .addColumn('next_at', 'bigint', (column) => column.notNull())
        .addColumn('held_by', 'varchar(255)')
        .addColumn('held_until', 'bigint', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await schema.createIndex('run_callbacks_due').on('run_callbacks').columns(['status', 'next_at']).execute();
    },
  },
  {
    name: '021-sources-and-time-limits',
    up: async ({ schema }) => {
      await schema.alterTable('tasks').addColumn('source', 'varchar(16)').execute();
      await schema.alterTable('jobs').addColumn('time_limit_ms', 'bigint').execute();
    },
  },
];

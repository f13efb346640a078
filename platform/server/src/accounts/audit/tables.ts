import type { Migration, Selectable } from '@kubemin/sql';

interface AuditTable {
  /** Sorts by time. */
  readonly id: string;
  readonly time: number;
  readonly request_id: string;
  readonly user_name: string;
  readonly token_id: string | null;
  readonly route: string;
  readonly method: string;
  readonly path: string;
  app_id: string | null;
  task_id: string | null;
  project: string | null;
  readonly address: string;
  readonly user_agent: string;
  /** Null until the response is sent. */
  status: number | null;
  error: string | null;
  /** Of sessions in containers: pod and container, never the command. */
  detail: string | null;
  /** When the request, or the session it opened, ended. */
  ended_at: number | null;
}

/** Who did what. */
export interface AuditTables {
  readonly audit_entries: AuditTable;
}

/** One request as stored. */
export type AuditRow = Selectable<AuditTable>;

/** The schema of the audit, step by step. Steps are never edited once released; changes are new steps. */
export const AUDIT_MIGRATIONS: readonly Migration[] = [
  {
    name: '001-entries',
    up: async ({ schema }) => {
      await schema
        .createTable('audit_entries')
        .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('time', 'bigint', (column) => column.notNull())
        .addColumn('request_id', 'varchar(64)', (column) => column.notNull())
        .addColumn('user_name', 'varchar(255)', (column) => column.notNull())
        .addColumn('token_id', 'varchar(64)')
        .addColumn('route', 'varchar(64)', (column) => column.notNull())
        .addColumn('method', 'varchar(8)', (column) => column.notNull())
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('app_id', 'varchar(64)')
        .addColumn('task_id', 'varchar(64)')
        .addColumn('project', 'varchar(255)')
        .addColumn('address', 'varchar(64)', (column) => column.notNull())
        .addColumn('user_agent', 'varchar(255)', (column) => column.notNull())
        .addColumn('status', 'integer')
        .addColumn('error', 'varchar(64)')
        .execute();
      await schema.createIndex('audit_entries_by_time').on('audit_entries').column('time').execute();
      await schema.createIndex('audit_entries_by_user').on('audit_entries').columns(['user_name', 'id']).execute();
      await schema.createIndex('audit_entries_by_app').on('audit_entries').columns(['app_id', 'id']).execute();
    },
  },
  {
    name: '002-sessions',
    up: async ({ schema }) => {
      await schema.alterTable('audit_entries').addColumn('detail', 'varchar(512)').execute();
      await schema.alterTable('audit_entries').addColumn('ended_at', 'bigint').execute();
    },
  },
];

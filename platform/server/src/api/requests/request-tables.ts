import type { Migration } from '@kubemin/sql';

/** A request that was sent under a key, and its response once there is one. */
interface RequestsTable {
  /** Of the caller and the key. */
  readonly id: string;
  /** Of everything that makes the request what it is. */
  readonly digest: string;
  readonly request_id: string;
  /** The response as JSON, sealed; null while there is none. */
  answer: string | null;
  /** Until then an instance handles it; others may take over afterwards. */
  leased_until: number;
  /** The instance that handles it; null where an earlier version of the program began. */
  holder: string | null;
  /** Counts who took it up. */
  attempt: number;
  readonly expires_at: number;
}

export interface RequestTables {
  readonly requests: RequestsTable;
}

/** The schema of remembered requests, step by step. Steps are never edited once released; changes are new steps. */
export const REQUEST_MIGRATIONS: readonly Migration[] = [
  {
    name: '001-requests',
    up: async ({ schema }) => {
      await schema
        .createTable('requests')
        .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('digest', 'varchar(64)', (column) => column.notNull())
        .addColumn('request_id', 'varchar(64)', (column) => column.notNull())
        .addColumn('answer', 'text')
        .addColumn('leased_until', 'bigint', (column) => column.notNull())
        .addColumn('attempt', 'integer', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      await schema.createIndex('requests_by_expiry').on('requests').column('expires_at').execute();
    },
  },
  {
    name: '002-holder',
    up: async ({ schema }) => {
      await schema.alterTable('requests').addColumn('holder', 'varchar(255)').execute();
    },
  },
];

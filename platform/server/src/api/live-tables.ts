import type { Migration } from '@kubemin/sql';

interface ChangesTable {
  /** Its place among all changes, in the order of their commits. */
  readonly position: number;
  readonly app_id: string;
  /** Where the application was then: it may be gone by now. */
  readonly project: string;
  /** JSON: the event as the contract has it. */
  readonly event: string;
}

interface ChangeHeadsTable {
  readonly name: string;
  /** The last place that was given. */
  position: number;
}

/** What has changed lately of applications and components. */
export interface LiveTables {
  readonly changes: ChangesTable;
  readonly change_heads: ChangeHeadsTable;
}

/** The schema of changes, step by step. Steps are never edited once released; changes are new steps. */
export const LIVE_MIGRATIONS: readonly Migration[] = [
  {
    name: '001-changes',
    up: async ({ schema }) => {
      await schema
        .createTable('changes')
        .addColumn('position', 'bigint', (column) => column.primaryKey())
        .addColumn('app_id', 'varchar(64)', (column) => column.notNull())
        .addColumn('project', 'varchar(255)', (column) => column.notNull())
        .addColumn('event', 'text', (column) => column.notNull())
        .execute();
      await schema
        .createTable('change_heads')
        .addColumn('name', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('position', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
];

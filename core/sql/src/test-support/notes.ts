import type { Migration, SqlDatabase } from '../database/index.ts';
import type { Generated } from '../index.ts';

/** Tables for the suite: one of every kind of column. */
export interface NoteTables {
  readonly notes: {
    readonly id: Generated<number>;
    readonly key: string;
    readonly text: string | null;
    readonly bytes: Uint8Array | null;
    readonly big: number | null;
    readonly done: number;
  };
  readonly replies: { readonly note: string; readonly text: string };
}

export const NOTES: Migration = {
  name: '001-notes',
  up: async ({ schema }) => {
    await schema
      .createTable('notes')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('key', 'varchar(100)', (column) => column.notNull().unique())
      .addColumn('text', 'text')
      .addColumn('bytes', 'blob')
      .addColumn('big', 'bigint')
      .addColumn('done', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await schema
      .createTable('replies')
      .addColumn('note', 'varchar(100)', (column) => column.notNull().references('notes.key').onDelete('cascade'))
      .addColumn('text', 'text', (column) => column.notNull())
      .execute();
  },
};

export function withNotes(database: SqlDatabase): Promise<SqlDatabase<NoteTables>> {
  return database.withTables<NoteTables>('notes', [NOTES]);
}

export const EMPTY = { text: null, bytes: null, big: null, done: 0 };

import { type Migration, type Selectable, sql } from '@kubemin/sql';

interface ProjectsTable {
  readonly name: string;
  description: string;
  /** What it is bound to, JSON. */
  binding: string;
  readonly created_at: number;
  updated_at: number;
}

/** One row that every change of bindings locks: two changes must not both find a namespace free. */
interface ProjectLockTable {
  readonly id: number;
}

/** The projects that are bound. Others exist only as names in applications and roles. */
export interface ProjectTables {
  readonly projects: ProjectsTable;
  readonly project_lock: ProjectLockTable;
}

/** A project as stored. */
export type ProjectRow = Selectable<ProjectsTable>;

/** The schema of projects, step by step. Steps are never edited once released; changes are new steps. */
export const PROJECT_MIGRATIONS: readonly Migration[] = [
  {
    name: '001-projects',
    up: async (database) => {
      await database.schema
        .createTable('projects')
        .addColumn('name', 'varchar(190)', (column) => column.primaryKey())
        .addColumn('description', 'text', (column) => column.notNull())
        .addColumn('binding', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .execute();
      await database.schema
        .createTable('project_lock')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .execute();
      await sql`insert into project_lock (id) values (1)`.execute(database);
    },
  },
];

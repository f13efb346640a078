import type { Migration, Selectable } from '@kubemin/sql';

interface ProfilesTable {
  readonly kind: string;
  readonly name: string;
  description: string;
  /** Its content, JSON. */
  settings: string;
  readonly created_at: number;
  updated_at: number;
}

/** Which applications refer to which profile, as they were saved last. */
interface ProfileUsesTable {
  readonly app_id: string;
  readonly kind: string;
  readonly name: string;
}

export interface ProfileTables {
  readonly profiles: ProfilesTable;
  readonly profile_uses: ProfileUsesTable;
}

/** A profile as stored. */
export type ProfileRow = Selectable<ProfilesTable>;

/** They come after the server's: uses go with their applications. */
export const PROFILE_MIGRATIONS: readonly Migration[] = [
  {
    name: '001-profiles',
    up: async ({ schema }) => {
      await schema
        .createTable('profiles')
        .addColumn('kind', 'varchar(63)', (column) => column.notNull())
        .addColumn('name', 'varchar(63)', (column) => column.notNull())
        .addColumn('description', 'text', (column) => column.notNull())
        .addColumn('settings', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('profiles_key', ['kind', 'name'])
        .execute();
      await schema
        .createTable('profile_uses')
        .addColumn('app_id', 'varchar(64)', (column) =>
          column.notNull().references('applications.id').onDelete('cascade'),
        )
        .addColumn('kind', 'varchar(63)', (column) => column.notNull())
        .addColumn('name', 'varchar(63)', (column) => column.notNull())
        .addPrimaryKeyConstraint('profile_uses_key', ['app_id', 'kind', 'name'])
        .execute();
      await schema.createIndex('profile_uses_by_profile').on('profile_uses').columns(['kind', 'name']).execute();
    },
  },
];

import { DEFAULT_CLUSTER } from '@kubemin/model';
import { type Migration, sql } from '@kubemin/sql';

type ScopedTables = { readonly applications: { cluster: string; project: string; scope: string } };

/**
 * Lets a name be taken once in each cluster. SQLite cannot change which columns are unique together in a table that
 * others refer to, so the first of them becomes one that holds the cluster too, and the project gets a new one.
 */
export const CLUSTER_SCOPES: readonly Migration[] = [
  {
    name: '005-scope',
    up: async (database) => {
      const tables = await database.introspection.getTables();
      const known = tables.find(({ name }) => name === 'applications')?.columns ?? [];
      if (known.some(({ name }) => name === 'scope')) return;
      await database.schema.alterTable('applications').renameColumn('project', 'scope').execute();
    },
  },
  {
    name: '005-cluster',
    up: async ({ schema }) => {
      const text = { project: 'varchar(255)', cluster: 'varchar(63)' } as const;
      for (const name of ['project', 'cluster'] as const) {
        await schema
          .alterTable('applications')
          .addColumn(name, text[name], (column) => column.notNull().defaultTo(''))
          .execute();
      }
      await schema.createIndex('applications_by_cluster').on('applications').column('cluster').execute();
    },
  },
  {
    name: '005-default-cluster',
    up: async (database) => {
      // MariaDB reads a column that was set earlier in the same statement as it is by then.
      await database
        .$extendTables<ScopedTables>()
        .updateTable('applications')
        .set(({ ref }) => ({
          project: ref('scope'),
          scope: sql<string>`concat(${sql.lit(`${DEFAULT_CLUSTER}/`)}, scope)`,
          cluster: DEFAULT_CLUSTER,
        }))
        .where('cluster', '=', '')
        .execute();
    },
  },
];

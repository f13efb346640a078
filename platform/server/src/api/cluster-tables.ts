import type { Migration, Selectable } from '@kubemin/sql';

interface ClustersTable {
  readonly name: string;
  /** Where the API is, without what the address may hold of credentials. */
  server: string;
  context: string;
  /** Of the one context, sealed. */
  kubeconfig: string;
  /** Counts the ways in there have been: instances notice by it that theirs is old. */
  generation: number;
  readonly created_at: number;
  updated_at: number;
}

/** The table of clusters. */
export interface ClusterTables {
  readonly clusters: ClustersTable;
}

/** A cluster as stored. */
export type ClusterRow = Selectable<ClustersTable>;

/** The schema of clusters, step by step. Steps are never edited once released; changes are new steps. */
export const CLUSTER_MIGRATIONS: readonly Migration[] = [
  {
    name: '001-clusters',
    up: async ({ schema }) => {
      await schema
        .createTable('clusters')
        .addColumn('name', 'varchar(63)', (column) => column.primaryKey())
        .addColumn('server', 'text', (column) => column.notNull())
        .addColumn('context', 'text', (column) => column.notNull())
        .addColumn('kubeconfig', 'text', (column) => column.notNull())
        .addColumn('generation', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
];

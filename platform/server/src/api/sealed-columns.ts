import type { SealedColumn } from '@kubemin/sql';

/** The server's columns whose texts are sealed: they hold what users wrote, or credentials. */
export const SERVER_SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'revisions', key: ['app_id', 'revision'], column: 'document' },
  { table: 'revisions', key: ['app_id', 'revision'], column: 'source' },
  { table: 'revisions', key: ['app_id', 'revision'], column: 'workflows' },
  { table: 'requests', key: ['id'], column: 'answer' },
  { table: 'clusters', key: ['name'], column: 'kubeconfig' },
];

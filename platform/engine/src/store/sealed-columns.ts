import type { SealedColumn } from '@kubemin/sql';

/** The engine's columns whose texts are sealed: they hold what users wrote, or what their programs printed. */
export const ENGINE_SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'tasks', key: ['position'], column: 'document' },
  { table: 'job_logs', key: ['job_id'], column: 'log' },
];

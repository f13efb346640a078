import type { Selectable } from '@kubemin/sql';

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
  /** Null as long as the request has not been answered. */
  status: number | null;
  error: string | null;
}

/** Who did what. */
export interface AuditTables {
  readonly audit_entries: AuditTable;
}

/** One request as stored. */
export type AuditRow = Selectable<AuditTable>;

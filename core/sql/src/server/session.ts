import type { QueryResult } from 'kysely';
import type { SqlScalar } from '../sql-parameter.ts';

/** One connection to a database server, whichever driver package makes it. Errors are ours, with their codes. */
export interface Session {
  execute(sql: string, parameters: readonly SqlScalar[]): Promise<QueryResult<unknown>>;
  /** False once the connection is gone, for whatever reason. */
  readonly usable: boolean;
  /** Says goodbye and waits for the connection to end. */
  close(): Promise<void>;
  /** Drops the connection at once; what runs on it fails with SQL_CONNECTION_LOST. */
  destroy(): void;
}

import type { QueryResult } from 'kysely';
import type { SqlScalar } from '../database/index.ts';

/** A statement with the values it is sent with. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly SqlScalar[];
}

/** One connection to a database server, whichever driver package makes it. Errors are ours, with their codes. */
export interface Session {
  execute(sql: string, parameters: readonly SqlScalar[]): Promise<QueryResult<unknown>>;
  /**
   * Runs statements as one transaction, without waiting for the result of one before the next is sent. For servers that
   * refuse the rest of a transaction in which a statement has failed. SQL_COMMIT_UNKNOWN means that it is unknown whether
   * it was stored, every other error that it was not.
   */
  together(statements: readonly Statement[]): Promise<readonly QueryResult<unknown>[]>;
  /** False once the connection is gone, for whatever reason. */
  readonly usable: boolean;
  /** Ends the session and waits for the connection to end. */
  close(): Promise<void>;
  /** Drops the connection at once; what runs on it fails with SQL_CONNECTION_LOST. */
  destroy(): void;
}

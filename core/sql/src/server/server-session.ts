import { type Clock, toError } from '@kubemin/base';
import type { QueryResult } from 'kysely';
import { hasSqlCode, type SqlErrorCode, type SqlScalar } from '../database/index.ts';
import { commitUnknown, fromServerError } from './server-error.ts';
import type { ServerOptions } from './server-options.ts';
import type { Session, Statement } from './session.ts';

/** What a driver package implements for one connection; errors are its own. */
export interface Wire {
  query(sql: string, parameters: readonly SqlScalar[]): Promise<QueryResult<unknown>>;
  /** Sends what is asked for within `work` in one piece. @default in pieces */
  inBulk?<R>(work: () => R): R;
  errorCode(error: Error): SqlErrorCode;
  /** Whether the connection is of no more use after this error, although it still stands. @default never */
  isSpoiledBy?(thrown: unknown): boolean;
  /** Ends the session and waits for the end. */
  end(): Promise<void>;
  /** Ends it at once. */
  drop(): void;
}

/** A session over any driver's connection: watches the time, knows when the connection is gone, and speaks our errors. */
export class ServerSession implements Session {
  readonly #wire: Wire;
  readonly #options: ServerOptions;
  #usable = true;

  constructor(wire: Wire, options: ServerOptions) {
    this.#wire = wire;
    this.#options = options;
  }

  get usable(): boolean {
    return this.#usable;
  }

  /** The connection ended unexpectedly. */
  readonly gone = (): void => {
    this.#usable = false;
  };

  async execute(sql: string, parameters: readonly SqlScalar[]): Promise<QueryResult<unknown>> {
    const { clock, statementTimeoutMs } = this.#options;
    const guard = { clock, statementTimeoutMs, destroy: () => this.destroy() };
    try {
      return await guardStatement(guard, () => this.#wire.query(sql, parameters));
    } catch (thrown) {
      const code = this.#usable ? this.#wire.errorCode(toError(thrown)) : 'SQL_CONNECTION_LOST';
      if (code === 'SQL_CONNECTION_LOST' || this.#wire.isSpoiledBy?.(thrown) === true) this.destroy();
      throw fromServerError(thrown, code, sql);
    }
  }

  async together(statements: readonly Statement[]): Promise<readonly QueryResult<unknown>[]> {
    const whole = [{ sql: 'begin', parameters: [] }, ...statements, { sql: 'commit', parameters: [] }];
    const send = () => whole.map(({ sql, parameters }) => this.execute(sql, parameters));
    const settled = await Promise.allSettled(this.#wire.inBulk?.(send) ?? send());
    const failed = settled.find((each) => each.status === 'rejected');
    if (failed === undefined) {
      return settled.slice(1, -1).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    }
    // The commit was on its way already when the connection broke.
    if (hasSqlCode(failed.reason, 'SQL_CONNECTION_LOST')) throw commitUnknown(failed.reason);
    throw failed.reason;
  }

  async close(): Promise<void> {
    this.#usable = false;
    await this.#wire.end();
  }

  destroy(): void {
    this.#usable = false;
    this.#wire.drop();
  }
}

/** Bytes as driver packages know them. */
export function driverValue(value: SqlScalar): SqlScalar {
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}

// The server's own limit comes first and leaves the connection whole.
const GRACE_MS = 5_000;

/** Runs a statement, and drops the connection when the server does not even report that the statement took too long. */
async function guardStatement<R>(
  options: { readonly clock: Clock; readonly statementTimeoutMs: number; readonly destroy: () => void },
  run: () => Promise<R>,
): Promise<R> {
  const stop = options.clock.after(options.statementTimeoutMs + GRACE_MS, options.destroy);
  try {
    return await run();
  } finally {
    stop();
  }
}

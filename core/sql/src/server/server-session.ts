import { toError } from '@kubemin/base';
import type { QueryResult } from 'kysely';
import type { SqlErrorCode } from '../sql-error.ts';
import type { SqlScalar } from '../sql-parameter.ts';
import { fromServerError } from './server-error.ts';
import type { ServerOptions } from './server-options.ts';
import type { Session } from './session.ts';
import { guardStatement } from './statement-guard.ts';

/** What a driver package has to say and do for one connection; errors are its own. */
export interface Wire {
  query(sql: string, parameters: readonly SqlScalar[]): Promise<QueryResult<unknown>>;
  errorCode(error: Error): SqlErrorCode;
  /** Whether the connection is of no more use after this error, although it still stands. @default never */
  isSpoiledBy?(thrown: unknown): boolean;
  /** Says goodbye and waits for the end. */
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

  /** The connection ended by itself. */
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

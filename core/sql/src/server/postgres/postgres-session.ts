import { Socket } from 'node:net';
import { toError } from '@kubemin/base';
import type { QueryResult } from 'kysely';
import type { Client, CustomTypesConfig } from 'pg';
import { type SqlScalar, sqlError } from '../../database/index.ts';
import { statementMessages } from '../../messages/index.ts';
import { numberFromText } from '../number-text.ts';
import { cannotConnect } from '../server-error.ts';
import type { ServerOptions } from '../server-options.ts';
import { driverValue, ServerSession, type Wire } from '../server-session.ts';
import type { Session } from '../session.ts';
import { isStalePlan, postgresErrorCode } from './postgres-error.ts';

const BOOL = 16;
const BYTEA = 17;
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 23, 26, 700, 701, 1700]);

/** Numbers as numbers, booleans as 0 and 1, bytes as bytes; everything else, dates and JSON too, as the text it is. */
const postgresTypes: CustomTypesConfig = {
  getTypeParser: (oid: number) => {
    if (NUMBERS.has(oid)) return numberFromText;
    if (oid === BOOL) return (text: string) => (text === 't' ? 1 : 0);
    if (oid === BYTEA) return (text: string) => new Uint8Array(Buffer.from(text.slice(2), 'hex'));
    return (text: string) => text;
  },
};

const COUNTED: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** One connection to PostgreSQL. */
export async function connectPostgres(options: ServerOptions): Promise<Session> {
  const { default: pg } = await import('pg');
  // Our own socket, so that it can be dropped without waiting for the other side.
  const socket = new Socket();
  const client = new pg.Client({
    host: options.host,
    port: options.port,
    user: options.user,
    password: options.password ?? '',
    database: options.database,
    ssl: options.tls === 'off' ? false : { rejectUnauthorized: options.tls === 'verified' },
    stream: () => socket,
    types: postgresTypes,
    application_name: 'kubemin',
    // Statements that are issued together are sent together; each still has its own result.
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: options.connectTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs,
    // A process that hangs in the middle of a transaction must not hold its locks for ever.
    idle_in_transaction_session_timeout: options.statementTimeoutMs,
    client_encoding: 'UTF8',
  });
  const session = new ServerSession(new PostgresWire(client, socket), options);
  // Without a listener, a server that goes away while nothing runs would end the process.
  client.on('error', session.gone).on('end', session.gone);
  try {
    await client.connect();
  } catch (thrown) {
    session.destroy();
    throw cannotConnect(thrown, postgresErrorCode(toError(thrown)), options);
  }
  return session;
}

class PostgresWire implements Wire {
  readonly #client: Client;
  readonly #socket: Socket;
  readonly #names = new StatementNames();
  readonly errorCode = postgresErrorCode;
  readonly isSpoiledBy = isStalePlan;

  constructor(client: Client, socket: Socket) {
    this.#client = client;
    this.#socket = socket;
  }

  async query(sql: string, parameters: readonly SqlScalar[]): Promise<QueryResult<unknown>> {
    const statement = { ...this.#named(sql, parameters), text: sql, values: parameters.map(driverValue) };
    const { command, rowCount, rows } = await this.#client.query(statement);
    if (sql === 'commit' && command === 'ROLLBACK') throw hadFailed();
    return COUNTED.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }

  inBulk<R>(work: () => R): R {
    this.#socket.cork();
    try {
      return work();
    } finally {
      this.#socket.uncork();
    }
  }

  end(): Promise<void> {
    return this.#client.end();
  }

  drop(): void {
    this.#socket.destroy();
  }

  /** What has no parameters is sent in one message, which is as fast. */
  #named(sql: string, parameters: readonly SqlScalar[]): { readonly name?: string } {
    const name = parameters.length === 0 ? undefined : this.#names.of(sql);
    return name === undefined ? {} : { name };
  }
}

/** PostgreSQL reports "rolled back" for the commit of a transaction in which a statement had failed. */
function hadFailed(): Error {
  return sqlError('SQL_FAILED', statementMessages.notStored);
}

const MOST_NAMES = 300;
const MOST_SEEN = 2_000;

/**
 * Names for statements that come again, under which a session of PostgreSQL keeps them parsed and planned. Those with
 * lists in them differ in text with every length, so there is a limit to how many are kept.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seen = new Set<string>();

  /** Undefined for a statement that is better sent as it is. */
  of(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= MOST_NAMES) return known;
    if (!this.#seen.has(sql)) {
      if (this.#seen.size < MOST_SEEN) this.#seen.add(sql);
      return undefined;
    }
    this.#seen.delete(sql);
    const name = `kubemin-${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }
}

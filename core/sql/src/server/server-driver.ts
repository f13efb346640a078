import { ProgrammingError } from '@kubemin/base';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { assertRows, hasSqlCode, type RepeatOptions, repeatOnConflict, toScalars } from '../database/index.ts';
import { commitUnknown } from './server-error.ts';
import type { Session } from './session.ts';
import type { SessionPool } from './session-pool.ts';

/** The statements that begin a transaction with the settings asked for. */
export type BeginStatements = (settings: TransactionSettings) => readonly string[];

/** Kysely's driver over a pool of sessions. */
export class ServerDriver implements Driver {
  readonly #pool: SessionPool;
  readonly #begin: BeginStatements;
  readonly #repeat: RepeatOptions;

  constructor(pool: SessionPool, begin: BeginStatements, repeat: RepeatOptions) {
    this.#pool = pool;
    this.#begin = begin;
    this.#repeat = repeat;
  }

  async init(): Promise<void> {
    // Sessions are made when they are needed.
  }

  async acquireConnection(): Promise<ServerConnection> {
    return new ServerConnection(await this.#pool.acquire(), this.#repeat);
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#pool.release(transactional(connection).session);
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    for (const statement of this.#begin(settings)) await connection.executeQuery(CompiledQuery.raw(statement));
    transactional(connection).inTransaction = true;
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('commit'));
      transactional(connection).inTransaction = false;
    } catch (error) {
      throw hasSqlCode(error, 'SQL_CONNECTION_LOST') ? commitUnknown(error) : error;
    }
  }

  /** Never throws: a session that cannot be rolled back is dropped, which has the same effect, and the first error counts. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const own = transactional(connection);
    const { session } = own;
    own.inTransaction = false;
    if (!session.usable) return;
    await session.execute('rollback', []).catch(() => session.destroy());
  }

  destroy(): Promise<void> {
    return this.#pool.close();
  }
}

class ServerConnection implements DatabaseConnection {
  readonly session: Session;
  readonly #repeat: RepeatOptions;
  inTransaction = false;

  constructor(session: Session, repeat: RepeatOptions) {
    this.session = session;
    this.#repeat = repeat;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const execute = () => this.session.execute(query.sql, toScalars(query));
    // A statement inside a transaction was undone with all that came before it: only the whole can be repeated.
    const { rows, ...rest } = await (this.inTransaction ? execute() : repeatOnConflict(this.#repeat, execute));
    const all: readonly unknown[] = rows;
    assertRows<R>(all);
    return { ...rest, rows: all };
  }

  /** In one piece: the servers' cursors would hold a transaction open for as long as the reader likes. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}

function transactional(connection: DatabaseConnection): ServerConnection {
  if (connection instanceof ServerConnection) return connection;
  throw new ProgrammingError('a connection of another database was handed to this one', 'SQL_FAILED');
}

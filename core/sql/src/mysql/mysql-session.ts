import { toError } from '@kubemin/base';
import type { QueryResult } from 'kysely';
import type { Connection } from 'mysql2/promise';
import { cannotConnect, fromServerError } from '../server/server-error.ts';
import type { ServerOptions } from '../server/server-options.ts';
import type { Session } from '../server/session.ts';
import { guardStatement } from '../server/statement-guard.ts';
import type { SqlScalar } from '../sql-parameter.ts';
import { mysqlErrorCode } from './mysql-error.ts';
import { mysqlValue } from './mysql-types.ts';

/** One connection to MySQL or MariaDB. */
export class MysqlSession implements Session {
  readonly #connection: Connection;
  readonly #options: ServerOptions;
  #usable = true;

  private constructor(connection: Connection, options: ServerOptions) {
    this.#connection = connection;
    this.#options = options;
    const gone = (): void => {
      this.#usable = false;
    };
    // Without a listener, a server that goes away while nothing runs would end the process.
    connection.on('error', gone).on('end', gone);
  }

  static async connect(options: ServerOptions): Promise<MysqlSession> {
    // By its default: the names of a CommonJS module are not to be relied on in a bundle.
    const { default: mysql } = await import('mysql2/promise');
    try {
      const connection = await mysql.createConnection({
        host: options.host,
        port: options.port,
        user: options.user,
        password: options.password ?? '',
        database: options.database,
        ...(options.tls !== 'off' && { ssl: { rejectUnauthorized: options.tls === 'verified' } }),
        connectTimeout: options.connectTimeoutMs,
        charset: 'utf8mb4',
        dateStrings: true,
        jsonStrings: true,
        typeCast: mysqlValue,
        // Rows that matched count, also those that already were as they should be.
        flags: ['FOUND_ROWS', '-LOCAL_FILES'],
      });
      return new MysqlSession(connection, options);
    } catch (thrown) {
      throw cannotConnect(thrown, mysqlErrorCode(toError(thrown)), options);
    }
  }

  get usable(): boolean {
    return this.#usable;
  }

  async execute(sql: string, parameters: readonly SqlScalar[]): Promise<QueryResult<unknown>> {
    const { clock, statementTimeoutMs } = this.#options;
    const guard = { clock, statementTimeoutMs, destroy: () => this.destroy() };
    try {
      const [result] = await guardStatement(guard, () => this.#connection.query(sql, parameters.map(toMysql)));
      if (Array.isArray(result)) return { rows: result };
      const { affectedRows, insertId } = result;
      return { rows: [], numAffectedRows: BigInt(affectedRows), insertId: BigInt(insertId) };
    } catch (thrown) {
      const code = this.#usable ? mysqlErrorCode(toError(thrown)) : 'SQL_CONNECTION_LOST';
      if (code === 'SQL_CONNECTION_LOST') this.destroy();
      throw fromServerError(thrown, code, sql);
    }
  }

  async close(): Promise<void> {
    this.#usable = false;
    await this.#connection.end();
  }

  destroy(): void {
    this.#usable = false;
    this.#connection.destroy();
  }
}

function toMysql(value: SqlScalar): SqlScalar {
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}

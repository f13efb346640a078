import { toError } from '@kubemin/base';
import type { QueryResult } from 'kysely';
import type { TypeCastField, TypeCastNext } from 'mysql2';
import type { Connection } from 'mysql2/promise';
import type { SqlScalar } from '../../database/index.ts';
import { numberFromText } from '../number-text.ts';
import { cannotConnect } from '../server-error.ts';
import type { ServerOptions } from '../server-options.ts';
import { driverValue, ServerSession, type Wire } from '../server-session.ts';
import type { Session } from '../session.ts';
import { mysqlErrorCode } from './mysql-error.ts';

/** One connection to MySQL or MariaDB. */
export async function connectMysql(options: ServerOptions): Promise<Session> {
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
    const session = new ServerSession(new MysqlWire(connection), options);
    // Without a listener, a server that goes away while nothing runs would end the process.
    connection.on('error', session.gone).on('end', session.gone);
    return session;
  } catch (thrown) {
    throw cannotConnect(thrown, mysqlErrorCode(toError(thrown)), options);
  }
}

class MysqlWire implements Wire {
  readonly #connection: Connection;
  readonly errorCode = mysqlErrorCode;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async query(sql: string, parameters: readonly SqlScalar[]): Promise<QueryResult<unknown>> {
    const [result] = await this.#connection.query(sql, parameters.map(driverValue));
    if (Array.isArray(result)) return { rows: result };
    const { affectedRows, insertId } = result;
    return { rows: [], numAffectedRows: BigInt(affectedRows), insertId: BigInt(insertId) };
  }

  end(): Promise<void> {
    return this.#connection.end();
  }

  drop(): void {
    this.#connection.destroy();
  }
}

const NUMBERS: ReadonlySet<string> = new Set([
  'TINY',
  'SHORT',
  'INT24',
  'LONG',
  'LONGLONG',
  'FLOAT',
  'DOUBLE',
  'DECIMAL',
  'NEWDECIMAL',
]);

/** Numbers as numbers, bytes as bytes; everything else, dates and JSON too, as the text it is. */
function mysqlValue(field: TypeCastField, next: TypeCastNext): unknown {
  if (NUMBERS.has(field.type)) {
    const text = field.string();
    return text === null ? null : numberFromText(text);
  }
  const value = next();
  return value instanceof Uint8Array ? new Uint8Array(value) : value;
}

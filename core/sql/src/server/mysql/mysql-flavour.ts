import { type SqlCapabilities, sqlError } from '../../database/index.ts';
import { openMessages } from '../../messages/index.ts';
import type { ServerOptions } from '../server-options.ts';
import type { Session } from '../session.ts';

/** What MySQL and MariaDB do differently. */
export interface MysqlFlavour {
  readonly capabilities: SqlCapabilities;
  /** By code point, with spaces at the end that count. */
  readonly collation: string;
  /** Makes a fresh session behave as every dialect does. */
  readonly preparation: (options: ServerOptions) => readonly string[];
}

/** Detects whether the server is MySQL or MariaDB. */
export async function mysqlFlavour(session: Session): Promise<MysqlFlavour> {
  const { rows } = await session.execute('select version() as version', []);
  const [row] = rows;
  const text = typeof row === 'object' && row !== null && 'version' in row ? String(row.version) : '';
  const [, major = '0', minor = '0'] = /^(\d+)\.(\d+)/.exec(text) ?? [];
  const version = Number(major) * 1_000 + Number(minor);
  const isMariadb = /mariadb/i.test(text);
  const tooOld = isMariadb ? version < 10_006 : version < 8_000;
  if (tooOld) throw sqlError('SQL_CANNOT_OPEN', openMessages.oldServer({ version: text }));
  return isMariadb ? MARIADB : MYSQL;
}

const CAPABILITIES: SqlCapabilities = {
  dialect: 'mysql',
  // MariaDB has it for inserts and deletes, not for updates.
  returning: false,
  writableWith: false,
  partialIndexes: false,
  transactionalDdl: false,
  serialTransactions: false,
  rowLocks: true,
  separateCounts: false,
  skipLocked: true,
};

const MODES = [
  'STRICT_ALL_TABLES',
  'ONLY_FULL_GROUP_BY',
  'NO_ZERO_IN_DATE',
  'NO_ZERO_DATE',
  'ERROR_FOR_DIVISION_BY_ZERO',
  'NO_ENGINE_SUBSTITUTION',
];

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));

function common({ lockTimeoutMs }: ServerOptions): readonly string[] {
  return [
    // Also keeps NO_BACKSLASH_ESCAPES out, with which the driver's escaping of parameters would be unsafe.
    `set session sql_mode = '${MODES.join(',')}'`,
    "set session time_zone = '+00:00'",
    `set session innodb_lock_wait_timeout = ${seconds(lockTimeoutMs)}`,
    // As PostgreSQL has it. The default would show each transaction a picture of its own, and lock gaps between rows.
    'set session transaction isolation level read committed',
  ];
}

const MARIADB: MysqlFlavour = {
  capabilities: CAPABILITIES,
  collation: 'utf8mb4_nopad_bin',
  preparation: (options) => [
    ...common(options),
    `set session max_statement_time = ${seconds(options.statementTimeoutMs)}`,
    // A process that hangs in the middle of a transaction must not hold its locks for ever.
    `set session idle_transaction_timeout = ${seconds(options.statementTimeoutMs)}`,
  ],
};

const MYSQL: MysqlFlavour = {
  capabilities: CAPABILITIES,
  collation: 'utf8mb4_0900_bin',
  preparation: (options) => [...common(options), `set session max_execution_time = ${options.statementTimeoutMs}`],
};

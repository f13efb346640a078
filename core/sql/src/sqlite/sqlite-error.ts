import { KubeminError, toError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { type SqlErrorCode, sqlError } from '../database/index.ts';
import { statementMessages } from '../messages/index.ts';

// SQLite's primary result codes are the low byte of the extended ones.
const PRIMARY = 0xff;
const BUSY = 5;
const LOCKED = 6;
const UNIQUE = 2067;
const PRIMARY_KEY = 1555;
const ROW_ID = 2579;

const BY_EXTENDED: ReadonlyMap<number, SqlErrorCode> = new Map([
  [UNIQUE, 'SQL_UNIQUE_VIOLATION'],
  [PRIMARY_KEY, 'SQL_UNIQUE_VIOLATION'],
  [ROW_ID, 'SQL_UNIQUE_VIOLATION'],
]);

const BY_PRIMARY: ReadonlyMap<number, SqlErrorCode> = new Map([
  [BUSY, 'SQL_BUSY'],
  [LOCKED, 'SQL_BUSY'],
  [8, 'SQL_READ_ONLY'],
  [11, 'SQL_CORRUPT'],
  [13, 'SQL_DISK_FULL'],
  [14, 'SQL_CANNOT_OPEN'],
  [19, 'SQL_CONSTRAINT_VIOLATION'],
  [26, 'SQL_CORRUPT'],
]);

/** SQLite's own result code, or undefined when the error did not come from SQLite. */
export function sqliteResultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode : undefined;
}

/** Another connection holds the write lock. */
export function isSqliteBusy(error: unknown): boolean {
  const code = sqliteResultCode(error);
  return code !== undefined && ((code & PRIMARY) === BUSY || (code & PRIMARY) === LOCKED);
}

/** Gives an error of node:sqlite our type and code; the statement is named, its parameters are not (they may be secret). */
export function fromSqliteError(thrown: unknown, sql: string): KubeminError {
  if (thrown instanceof KubeminError) return thrown;
  const error = toError(thrown);
  if ('code' in error && error.code === 'ERR_OUT_OF_RANGE') {
    const reason = verbatim(error.message);
    return sqlError('SQL_NUMBER_TOO_LARGE', statementMessages.numberTooLarge({ reason, sql }), error);
  }
  const result = sqliteResultCode(error);
  const code =
    result === undefined
      ? undefined
      : (BY_EXTENDED.get(result) ?? BY_PRIMARY.get(result & PRIMARY) ?? codeFromMessage(error));
  return sqlError(code ?? 'SQL_FAILED', statementMessages.inStatement({ reason: verbatim(error.message), sql }), error);
}

/** SQLite has one code for all statement errors; only the message distinguishes them. */
function codeFromMessage({ message }: Error): SqlErrorCode | undefined {
  return /already exists$|^duplicate column name/.test(message) ? 'SQL_ALREADY_EXISTS' : undefined;
}

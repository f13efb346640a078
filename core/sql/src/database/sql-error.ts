import { KubeminError, RetryableError, TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';

/** The stable codes of database failures, the same for every dialect. */
export type SqlErrorCode = keyof typeof FAMILIES;

/** Whether the same call may succeed later. */
const FAMILIES = {
  /** Another transaction held a lock, or all connections were in use, for too long. */
  SQL_BUSY: 'retryable',
  /** The database undid the transaction because of another one; it has been repeated several times by then. */
  SQL_CONFLICT: 'retryable',
  /** The statement took too long and was stopped. */
  SQL_TIMEOUT: 'retryable',
  /** No connection could be made. */
  SQL_UNREACHABLE: 'retryable',
  /** The connection broke; what its transaction had done is undone. */
  SQL_CONNECTION_LOST: 'retryable',
  /** The connection broke while committing: the transaction may have been stored or not. Look before repeating it. */
  SQL_COMMIT_UNKNOWN: 'retryable',
  SQL_DISK_FULL: 'retryable',
  SQL_UNIQUE_VIOLATION: 'terminal',
  SQL_CONSTRAINT_VIOLATION: 'terminal',
  SQL_ALREADY_EXISTS: 'terminal',
  SQL_READ_ONLY: 'terminal',
  SQL_CORRUPT: 'terminal',
  SQL_CANNOT_OPEN: 'terminal',
  SQL_ACCESS_DENIED: 'terminal',
  SQL_BAD_URL: 'terminal',
  SQL_CLOSED: 'terminal',
  SQL_BAD_PARAMETER: 'terminal',
  SQL_NUMBER_TOO_LARGE: 'terminal',
  SQL_MIGRATION_MISMATCH: 'terminal',
  SQL_FAILED: 'terminal',
} as const satisfies Readonly<Record<string, 'retryable' | 'terminal'>>;

/** True when the error has one of these codes. */
export function hasSqlCode(error: unknown, ...codes: readonly SqlErrorCode[]): boolean {
  return error instanceof KubeminError && codes.some((code) => code === error.code);
}

/** True when a row with that key is already there. */
export function isUniqueViolation(error: unknown): boolean {
  return hasSqlCode(error, 'SQL_UNIQUE_VIOLATION');
}

/** Builds the typed error for a code. */
export function sqlError(code: SqlErrorCode, message: Message, cause?: unknown): RetryableError | TerminalError {
  const details = cause === undefined ? { code } : { code, cause };
  return FAMILIES[code] === 'retryable' ? new RetryableError(message, details) : new TerminalError(message, details);
}

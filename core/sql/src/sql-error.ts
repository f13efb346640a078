import { RetryableError, TerminalError } from '@kubemin/base';

/** The stable codes of database failures, the same for every dialect. */
export type SqlErrorCode =
  | 'SQL_BUSY'
  | 'SQL_UNIQUE_VIOLATION'
  | 'SQL_CONSTRAINT_VIOLATION'
  | 'SQL_DISK_FULL'
  | 'SQL_READ_ONLY'
  | 'SQL_CORRUPT'
  | 'SQL_CANNOT_OPEN'
  | 'SQL_CLOSED'
  | 'SQL_BAD_PARAMETER'
  | 'SQL_NUMBER_TOO_LARGE'
  | 'SQL_MIGRATION_MISMATCH'
  | 'SQL_FAILED';

/** True when a row with that key is already there. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof TerminalError && error.code === 'SQL_UNIQUE_VIOLATION';
}

/** Builds the typed error for a code: busy and full disks pass, everything else stays wrong. */
export function sqlError(code: SqlErrorCode, message: string, cause?: unknown): RetryableError | TerminalError {
  const details = cause === undefined ? { code } : { code, cause };
  const retryable = code === 'SQL_BUSY' || code === 'SQL_DISK_FULL';
  return retryable ? new RetryableError(message, details) : new TerminalError(message, details);
}

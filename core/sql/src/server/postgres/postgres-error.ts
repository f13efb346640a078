import type { SqlErrorCode } from '../../database/index.ts';
import { isSocketError } from '../server-error.ts';

const BY_STATE: Readonly<Record<string, SqlErrorCode>> = {
  '23505': 'SQL_UNIQUE_VIOLATION',
  '25006': 'SQL_READ_ONLY',
  '25P03': 'SQL_CONNECTION_LOST',
  '3D000': 'SQL_CANNOT_OPEN',
  '40001': 'SQL_CONFLICT',
  '40P01': 'SQL_CONFLICT',
  '42701': 'SQL_ALREADY_EXISTS',
  '42P07': 'SQL_ALREADY_EXISTS',
  '53100': 'SQL_DISK_FULL',
  '53300': 'SQL_BUSY',
  '55P03': 'SQL_BUSY',
  '57014': 'SQL_TIMEOUT',
  '57P01': 'SQL_CONNECTION_LOST',
  '57P02': 'SQL_CONNECTION_LOST',
  '57P03': 'SQL_CONNECTION_LOST',
  XX001: 'SQL_CORRUPT',
  XX002: 'SQL_CORRUPT',
};

const BY_CLASS: Readonly<Record<string, SqlErrorCode>> = {
  '08': 'SQL_CONNECTION_LOST',
  '22': 'SQL_BAD_PARAMETER',
  '23': 'SQL_CONSTRAINT_VIOLATION',
  '28': 'SQL_ACCESS_DENIED',
};

const STALE_PLAN = /^cached plan must not change result type/;

/** True when a prepared statement would return other columns because a table changed: it works in a new session. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '0A000' && STALE_PLAN.test(error.message);
}

/** Our code for an error of `pg`. What comes without a state did not come from the server: the connection broke. */
export function postgresErrorCode(error: Error): SqlErrorCode {
  if (isSocketError(error)) return 'SQL_CONNECTION_LOST';
  if (isStalePlan(error)) return 'SQL_CONFLICT';
  const state = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (!/^[0-9A-Z]{5}$/.test(state)) return 'SQL_CONNECTION_LOST';
  return BY_STATE[state] ?? BY_CLASS[state.slice(0, 2)] ?? 'SQL_FAILED';
}

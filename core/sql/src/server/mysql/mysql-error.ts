import type { SqlErrorCode } from '../../database/index.ts';
import { isSocketError } from '../server-error.ts';

const BY_NUMBER: ReadonlyMap<number, SqlErrorCode> = new Map([
  [1020, 'SQL_CONFLICT'],
  [1021, 'SQL_DISK_FULL'],
  [1022, 'SQL_UNIQUE_VIOLATION'],
  [1040, 'SQL_BUSY'],
  [1044, 'SQL_ACCESS_DENIED'],
  [1045, 'SQL_ACCESS_DENIED'],
  [1048, 'SQL_CONSTRAINT_VIOLATION'],
  [1049, 'SQL_CANNOT_OPEN'],
  [1050, 'SQL_ALREADY_EXISTS'],
  [1053, 'SQL_CONNECTION_LOST'],
  [1060, 'SQL_ALREADY_EXISTS'],
  [1061, 'SQL_ALREADY_EXISTS'],
  [1062, 'SQL_UNIQUE_VIOLATION'],
  [1114, 'SQL_DISK_FULL'],
  [1203, 'SQL_BUSY'],
  [1205, 'SQL_BUSY'],
  [1213, 'SQL_CONFLICT'],
  [1216, 'SQL_CONSTRAINT_VIOLATION'],
  [1217, 'SQL_CONSTRAINT_VIOLATION'],
  [1264, 'SQL_BAD_PARAMETER'],
  [1290, 'SQL_READ_ONLY'],
  [1364, 'SQL_CONSTRAINT_VIOLATION'],
  [1366, 'SQL_BAD_PARAMETER'],
  [1406, 'SQL_BAD_PARAMETER'],
  [1451, 'SQL_CONSTRAINT_VIOLATION'],
  [1452, 'SQL_CONSTRAINT_VIOLATION'],
  [1586, 'SQL_UNIQUE_VIOLATION'],
  [1698, 'SQL_ACCESS_DENIED'],
  [1792, 'SQL_READ_ONLY'],
  [1927, 'SQL_CONNECTION_LOST'],
  [1969, 'SQL_TIMEOUT'],
  [3024, 'SQL_TIMEOUT'],
  [3819, 'SQL_CONSTRAINT_VIOLATION'],
  [4025, 'SQL_CONSTRAINT_VIOLATION'],
  [4031, 'SQL_CONNECTION_LOST'],
]);

/** Our code for an error of `mysql2`. What comes without a number did not come from the server: the connection broke. */
export function mysqlErrorCode(error: Error): SqlErrorCode {
  const number = 'errno' in error && typeof error.errno === 'number' ? error.errno : 0;
  if (isSocketError(error) || number <= 0) return 'SQL_CONNECTION_LOST';
  return BY_NUMBER.get(number) ?? 'SQL_FAILED';
}

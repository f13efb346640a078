import { KubeminError, toError } from '@kubemin/base';
import { errorMessage, type Message, verbatim } from '@kubemin/base/message';
import { type SqlErrorCode, sqlError } from '../database/index.ts';
import { openMessages, statementMessages } from '../messages/index.ts';
import { type ServerOptions, serverName } from './server-options.ts';

/** Node's own codes for connections that broke or never were. */
const BROKEN: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** True when the error came from the socket and not from the server. */
export function isSocketError(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && BROKEN.has(error.code);
}

/** Gives a driver's error our type and code; the statement is named, its parameters are not (they may be secret). */
export function fromServerError(thrown: unknown, code: SqlErrorCode, sql: string): KubeminError {
  if (thrown instanceof KubeminError) return thrown;
  const error = toError(thrown);
  // Servers repeat the value in their message about a duplicate key.
  const reason = code === 'SQL_UNIQUE_VIOLATION' ? statementMessages.uniqueViolation : verbatim(error.message);
  return sqlError(code, statementMessages.inStatement({ reason, sql }), error);
}

/** The error for a connection that broke while a transaction was committing. */
export function commitUnknown(cause: unknown): KubeminError {
  return sqlError('SQL_COMMIT_UNKNOWN', statementMessages.commitUnknown, cause);
}

const ADVICE: Partial<Record<SqlErrorCode, Message>> = {
  SQL_UNREACHABLE: openMessages.isServerRunning,
  SQL_ACCESS_DENIED: openMessages.checkUser,
  SQL_CANNOT_OPEN: openMessages.createDatabase,
  SQL_BUSY: openMessages.noConnectionLeft,
};

/** The error for a connection that could not be made. */
export function cannotConnect(thrown: unknown, code: SqlErrorCode, options: ServerOptions): KubeminError {
  const error = toError(thrown);
  const refined = code === 'SQL_CONNECTION_LOST' || code === 'SQL_FAILED' ? 'SQL_UNREACHABLE' : code;
  const advice = ADVICE[refined] ?? openMessages.seeCause;
  // A refused connection to several addresses has no message of its own.
  const what = error.message === '' && 'code' in error ? verbatim(String(error.code)) : errorMessage(error);
  return sqlError(refined, openMessages.cannotConnect({ server: serverName(options), reason: what, advice }), error);
}

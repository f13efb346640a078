import { TerminalError } from '@kubemin/base';
import { isRetryable } from '@kubemin/kubeapi';

/** Network failures: the same call may succeed later. */
const NETWORK_CODES: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Limits cycles: an error may be its own cause. */
const MAX_CAUSES = 10;

/**
 * Whether a retry cannot succeed. False for retryable errors, transient errors of the API and network failures, also as
 * the cause of another error; true for all others.
 */
export function isFatalError(error: Error): boolean {
  return !errorCauses(error).some(({ cause, isFinal }) => !isFinal && isTransient(cause));
}

/** Whether this error, or what caused it, has the code. */
export function hasCode(error: unknown, code: string): boolean {
  return errorCauses(error).some(({ cause }) => errorCode(cause) === code);
}

interface Cause {
  readonly cause: unknown;
  /** An outer TerminalError has already classified it as final. */
  readonly isFinal: boolean;
}

function errorCauses(error: unknown): readonly Cause[] {
  const causes: Cause[] = [];
  let isFinal = false;
  for (let cause = error; cause instanceof Error && causes.length < MAX_CAUSES; cause = cause.cause) {
    isFinal ||= cause instanceof TerminalError;
    causes.push({ cause, isFinal });
  }
  return causes;
}

function isTransient(error: unknown): boolean {
  return isRetryable(error) || NETWORK_CODES.has(errorCode(error));
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

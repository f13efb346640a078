import { TerminalError } from '@kubemin/base';
import { isRetryable } from '@kubemin/kubeapi';

/** The network's own failures: the same call may succeed when it is better. */
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

/** Errors may be their own cause; nobody wraps deeper on purpose. */
const MAX_CAUSES = 10;

/**
 * Whether trying again is pointless: true for every error that does not say otherwise. Those that do are retryable
 * errors, refusals by the API that may pass, and failures of the network, also as the cause of another error.
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
  /** Somebody further out has looked at it, and decided that it is final. */
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

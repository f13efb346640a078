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
const MOST_CAUSES = 10;

/**
 * Whether trying again is pointless: true for every error that does not say otherwise. Those that do are retryable
 * errors, refusals by the API that may pass, and failures of the network, also as the cause of another error.
 */
export function isFatalError(error: Error): boolean {
  return !causesOf(error).some(({ cause, decided }) => !decided && mayPass(cause));
}

/** Whether this error, or what caused it, has the code. */
export function hasCode(error: unknown, code: string): boolean {
  return causesOf(error).some(({ cause }) => codeOf(cause) === code);
}

interface Cause {
  readonly cause: unknown;
  /** Somebody further out has looked at it, and decided that it is final. */
  readonly decided: boolean;
}

function causesOf(error: unknown): readonly Cause[] {
  const causes: Cause[] = [];
  let decided = false;
  for (let cause = error; cause instanceof Error && causes.length < MOST_CAUSES; cause = cause.cause) {
    decided ||= cause instanceof TerminalError;
    causes.push({ cause, decided });
  }
  return causes;
}

function mayPass(error: unknown): boolean {
  return isRetryable(error) || NETWORK_CODES.has(codeOf(error));
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

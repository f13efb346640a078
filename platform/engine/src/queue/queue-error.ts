import { RetryableError, TerminalError, toError } from '@kubemin/base';

/** Thrown when the queue does not answer, or says that it cannot now. */
export function queueUnavailable(what: string, cause: unknown): RetryableError {
  return new RetryableError(`${what}: ${toError(cause).message}`, { code: 'QUEUE_UNAVAILABLE', cause });
}

/** Thrown when the queue refuses: wrong credentials, missing rights, something else under our name. */
export function queueRefused(what: string, cause: unknown): TerminalError {
  return new TerminalError(`${what}: ${toError(cause).message}`, { code: 'QUEUE_REFUSED', cause });
}

/** Thrown when a queue is used after it was closed. */
export function queueClosed(): TerminalError {
  return new TerminalError('the queue is closed', { code: 'QUEUE_CLOSED' });
}

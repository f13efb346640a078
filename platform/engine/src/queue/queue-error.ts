import { RetryableError, TerminalError } from '@kubemin/base';
import { errorMessage, type Message } from '@kubemin/base/message';
import { queueMessages } from '../messages/index.ts';

/** Thrown when the queue does not respond, or reports that it cannot now. */
export function queueUnavailable(queue: string, cause: unknown): RetryableError {
  return new RetryableError(queueMessages.unavailable({ queue, reason: errorMessage(cause) }), {
    code: 'QUEUE_UNAVAILABLE',
    cause,
  });
}

/** Thrown when the queue rejects a request: wrong credentials, missing rights, a key of another type. */
export function queueRefused(message: Message, cause: unknown): TerminalError {
  return new TerminalError(message, { code: 'QUEUE_REFUSED', cause });
}

/** Thrown when a queue is used after it was closed. */
export function queueClosed(): TerminalError {
  return new TerminalError(queueMessages.closed, { code: 'QUEUE_CLOSED' });
}

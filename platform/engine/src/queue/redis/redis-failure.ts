import { KubeminError, toError } from '@kubemin/base';
import { errorMessage, type Message } from '@kubemin/base/message';
import { queueMessages } from '../../messages/index.ts';
import { queueRefused, queueUnavailable } from '../queue-error.ts';

/** Errors of Redis that stay until its settings or ours change. */
const REFUSALS: Readonly<Record<string, Message>> = {
  NOAUTH: queueMessages.passwordRequired,
  WRONGPASS: queueMessages.wrongPassword,
  NOPERM: queueMessages.notPermitted,
  WRONGTYPE: queueMessages.wrongType,
};

/** What a failed call to Redis means. */
export function redisFailure(thrown: unknown, where: string): Error {
  if (thrown instanceof KubeminError) return thrown;
  const [word = ''] = toError(thrown).message.split(' ', 1);
  const problem = REFUSALS[word];
  if (problem === undefined) return queueUnavailable(where, thrown);
  return queueRefused(queueMessages.redisRefused({ queue: where, problem, reason: errorMessage(thrown) }), thrown);
}

/** Whether the stream or its group is gone, as after a restart without data. */
export function isGroupMissingError(thrown: unknown): boolean {
  return isRedisError(thrown, /^(NOGROUP |UNBLOCKED |ERR no such key)/);
}

/** Whether the group was there already. */
export function isGroupExistingError(thrown: unknown): boolean {
  return isRedisError(thrown, /^BUSYGROUP /);
}

/** Whether the stream does not exist. */
export function isStreamMissingError(thrown: unknown): boolean {
  return isRedisError(thrown, /^ERR no such key/);
}

function isRedisError(thrown: unknown, pattern: RegExp): boolean {
  const error = toError(thrown);
  return pattern.test(error.message) || (error.cause !== undefined && pattern.test(toError(error.cause).message));
}

import { KubeminError, toError } from '@kubemin/base';
import { queueRefused, queueUnavailable } from '../queue-error.ts';

/** Replies by which Redis says no for good, until somebody changes something. */
const REFUSALS: Readonly<Record<string, string>> = {
  NOAUTH: 'it wants a password; set the password of the cache',
  WRONGPASS: 'it does not accept the user name and password',
  NOPERM: 'the user may not do this; see ACL SETUSER',
  WRONGTYPE: 'the key of the stream is something else; choose another channel prefix',
};

/** What a failed call to Redis means to us. */
export function redisFailure(thrown: unknown, where: string): Error {
  if (thrown instanceof KubeminError) return thrown;
  const [word = ''] = toError(thrown).message.split(' ', 1);
  const refusal = REFUSALS[word];
  return refusal === undefined
    ? queueUnavailable(`${where} is not to be had`, thrown)
    : queueRefused(`${where} refuses: ${refusal}`, thrown);
}

/** Whether the stream or its group is gone, as after a restart without data. */
export function isGroupMissing(thrown: unknown): boolean {
  return saidByRedis(thrown, /^(NOGROUP |UNBLOCKED |ERR no such key)/);
}

/** Whether the group was there already. */
export function isGroupThere(thrown: unknown): boolean {
  return saidByRedis(thrown, /^BUSYGROUP /);
}

/** Whether the stream does not exist. */
export function isStreamMissing(thrown: unknown): boolean {
  return saidByRedis(thrown, /^ERR no such key/);
}

function saidByRedis(thrown: unknown, pattern: RegExp): boolean {
  const error = toError(thrown);
  return pattern.test(error.message) || (error.cause !== undefined && pattern.test(toError(error.cause).message));
}

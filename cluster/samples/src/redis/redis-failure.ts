import { KubeminError, RetryableError, TerminalError, toError } from '@kubemin/base';

/** First words of error replies after which the same command may succeed a little later. */
const PASSING: ReadonlySet<string> = new Set(['LOADING', 'BUSY', 'TRYAGAIN', 'MASTERDOWN', 'CLUSTERDOWN', 'FAILOVER']);

/** What to do about replies by which Redis says no for good, by their first word. */
const ADVICE: Readonly<Record<string, string>> = {
  NOAUTH: 'it wants a password: name a Secret with username and password',
  WRONGPASS: 'it does not accept the user name and password of the Secret',
  NOPERM: 'the user may not do this: see ACL SETUSER',
  READONLY: 'it is a replica: name its master',
  OOM: 'it is full: raise its maxmemory or remove keys',
};

/** Redis answered, and the answer was an error. By shape: the client's classes are loaded only when it is used. */
function isReply(error: Error): boolean {
  return /^[A-Z]{2,} /.test(error.message) && !('code' in error);
}

/** What a failed call to Redis means: worth another try, or not before somebody has changed something. */
export function redisFailure(thrown: unknown, where: string): Error {
  if (thrown instanceof KubeminError) return thrown;
  const error = toError(thrown);
  if (!isReply(error)) {
    const message = `${where} cannot be reached: ${error.message || error.name}`;
    return new RetryableError(message, { code: 'REDIS_UNREACHABLE', cause: error });
  }
  const [word = ''] = error.message.split(' ', 1);
  if (PASSING.has(word)) {
    return new RetryableError(`${where} is busy: ${error.message}`, { code: 'REDIS_BUSY', cause: error });
  }
  const advice = ADVICE[word];
  const message = advice === undefined ? `${where} refused: ${error.message}` : `${where} refused: ${advice}`;
  return new TerminalError(message, { code: 'REDIS_REFUSED', cause: error });
}

import { type Clock, KubeminError, RetryableError, TerminalError, toError } from '@kubemin/base';
import type { RedisClientType } from '@redis/client';
import { formatRedisAddress, type RedisAddress } from './redis-address.ts';

/** Who one is to a Redis server. */
export interface RedisCredentials {
  readonly username?: string;
  readonly password?: string;
}

/** How a Redis server is reached. */
export interface RedisConnectionOptions {
  readonly address: RedisAddress;
  readonly credentials: RedisCredentials;
  /** The number of the database. @default 0 */
  readonly database?: number;
  readonly clock: Clock;
  /** Ends everything under way. */
  readonly signal: AbortSignal;
}

const COMMAND_TIMEOUT_MS = 30_000;

/** A connection to one database of a Redis server, for a few calls; whoever opened it disposes of it. */
export class RedisConnection implements Disposable {
  readonly #options: RedisConnectionOptions;
  readonly #client: RedisClientType;

  constructor(options: RedisConnectionOptions, client: RedisClientType) {
    this.#options = options;
    this.#client = client;
    // Without a listener an error would end the process; whoever waits for an answer is told anyway.
    client.on('error', () => this[Symbol.dispose]());
  }

  /** Connects and signs in. Throws a RetryableError when the server cannot be reached, a TerminalError when it refuses. */
  async connect(): Promise<void> {
    await this.#withTimeout(this.#client.connect());
  }

  /** Where it leads, for people. */
  get where(): string {
    const { address, database = 0 } = this.#options;
    return `Redis ${formatRedisAddress(address)} (database ${database})`;
  }

  /** Does `work`; its failure is told apart by type. Commands given in one turn travel together. */
  run<T>(work: (client: RedisClientType) => Promise<T>): Promise<T> {
    return this.#withTimeout(work(this.#client));
  }

  [Symbol.dispose](): void {
    if (this.#client.isOpen) this.#client.destroy();
  }

  async #withTimeout<T>(work: Promise<T>): Promise<T> {
    const { clock, signal } = this.#options;
    const { promise: ended, reject } = Promise.withResolvers<never>();
    const end = (reason: unknown): void => {
      reject(reason);
      this[Symbol.dispose]();
    };
    const aborted = (): void => end(signal.reason);
    if (signal.aborted) aborted();
    signal.addEventListener('abort', aborted, { once: true });
    const stop = clock.after(COMMAND_TIMEOUT_MS, () => end(new Error(`no answer within ${COMMAND_TIMEOUT_MS} ms`)));
    // Reached only if the work loses the race: its own failure is of no interest then.
    work.catch(() => undefined);
    try {
      return await Promise.race([work, ended]);
    } catch (thrown) {
      signal.throwIfAborted();
      this[Symbol.dispose]();
      throw toRedisError(thrown, this.where);
    } finally {
      stop();
      signal.removeEventListener('abort', aborted);
    }
  }
}

/** First words of error replies after which the same command may succeed a little later. */
const TRANSIENT: ReadonlySet<string> = new Set([
  'LOADING',
  'BUSY',
  'TRYAGAIN',
  'MASTERDOWN',
  'CLUSTERDOWN',
  'FAILOVER',
]);

/** What to do about replies by which Redis says no for good, by their first word. */
const ADVICE: Readonly<Record<string, string>> = {
  NOAUTH: 'it wants a password: name a Secret with username and password',
  WRONGPASS: 'it does not accept the user name and password of the Secret',
  NOPERM: 'the user may not do this: see ACL SETUSER',
  READONLY: 'it is a replica: name its master',
  OOM: 'it is full: raise its maxmemory or remove keys',
};

/** Redis answered, and the answer was an error. By shape: the client's classes are loaded only when it is used. */
function isErrorReply(error: Error): boolean {
  return /^[A-Z]{2,} /.test(error.message) && !('code' in error);
}

/** What a failed call to Redis means: worth another try, or not before somebody has changed something. */
function toRedisError(thrown: unknown, where: string): Error {
  if (thrown instanceof KubeminError) return thrown;
  const error = toError(thrown);
  if (!isErrorReply(error)) {
    const message = `${where} cannot be reached: ${error.message || error.name}`;
    return new RetryableError(message, { code: 'REDIS_UNREACHABLE', cause: error });
  }
  const [word = ''] = error.message.split(' ', 1);
  if (TRANSIENT.has(word)) {
    return new RetryableError(`${where} is busy: ${error.message}`, { code: 'REDIS_BUSY', cause: error });
  }
  const advice = ADVICE[word];
  const message = advice === undefined ? `${where} refused: ${error.message}` : `${where} refused: ${advice}`;
  return new TerminalError(message, { code: 'REDIS_REFUSED', cause: error });
}

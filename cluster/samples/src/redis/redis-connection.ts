import { type Clock, KubeminError, RetryableError, TerminalError, toError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { RedisClientType } from '@redis/client';
import { formatRedisAddress, type RedisAddress } from './redis-address.ts';

/** Credentials for a Redis server. */
export interface RedisCredentials {
  readonly username?: string;
  readonly password?: string;
}

/** Options of a connection. */
export interface RedisConnectionOptions {
  readonly address: RedisAddress;
  readonly credentials: RedisCredentials;
  /** The number of the database. @default 0 */
  readonly database?: number;
  readonly clock: Clock;
  /** Aborts pending commands. */
  readonly signal: AbortSignal;
}

const COMMAND_TIMEOUT_MS = 30_000;

/** A connection to one database of a Redis server, for a few calls; the opener disposes of it. */
export class RedisConnection implements Disposable {
  readonly #options: RedisConnectionOptions;
  readonly #client: RedisClientType;

  constructor(options: RedisConnectionOptions, client: RedisClientType) {
    this.#options = options;
    this.#client = client;
    // Without a listener an error would end the process; pending calls reject in any case.
    client.on('error', () => this[Symbol.dispose]());
  }

  /** Connects and authenticates. Throws a RetryableError when the server is unreachable, a TerminalError when it rejects. */
  async connect(): Promise<void> {
    await this.#withTimeout(this.#client.connect());
  }

  /** Server and database, for messages. */
  get where(): string {
    const { address, database = 0 } = this.#options;
    return `Redis ${formatRedisAddress(address)} (database ${database})`;
  }

  /** Runs `work`; its errors are converted. Commands sent in one tick are pipelined. */
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
    const stop = clock.after(COMMAND_TIMEOUT_MS, () => end(new Error(`no response within ${COMMAND_TIMEOUT_MS} ms`)));
    // Only relevant if the work loses the race: then its own failure is ignored.
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

/** First words of error replies after which the same command may succeed later. */
const TRANSIENT: ReadonlySet<string> = new Set([
  'LOADING',
  'BUSY',
  'TRYAGAIN',
  'MASTERDOWN',
  'CLUSTERDOWN',
  'FAILOVER',
]);

/** Advice for permanent error replies, by their first word. */
const ADVICE: Readonly<Record<string, string>> = {
  NOAUTH: 'it requires a password: set a Secret with username and password',
  WRONGPASS: 'it does not accept the user name and password of the Secret',
  NOPERM: 'the user may not do this: see ACL SETUSER',
  READONLY: 'it is a replica: use its master',
  OOM: 'it is full: raise its maxmemory or remove keys',
};

/** Whether Redis sent an error reply. By shape: the classes of the client are loaded lazily. */
function isErrorReply(error: Error): boolean {
  return /^[A-Z]{2,} /.test(error.message) && !('code' in error);
}

/** Converts the error of a call to Redis to a RetryableError or TerminalError. */
function toRedisError(thrown: unknown, where: string): Error {
  if (thrown instanceof KubeminError) return thrown;
  const error = toError(thrown);
  if (!isErrorReply(error)) {
    const message = `${where} cannot be reached: ${error.message || error.name}`;
    return new RetryableError(verbatim(message), { code: 'REDIS_UNREACHABLE', cause: error });
  }
  const [word = ''] = error.message.split(' ', 1);
  if (TRANSIENT.has(word)) {
    return new RetryableError(verbatim(`${where} is busy: ${error.message}`), { code: 'REDIS_BUSY', cause: error });
  }
  const advice = ADVICE[word];
  const message = advice === undefined ? `${where} refused: ${error.message}` : `${where} refused: ${advice}`;
  return new TerminalError(verbatim(message), { code: 'REDIS_REFUSED', cause: error });
}

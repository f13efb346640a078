import { backoffDelay, type Clock, type Logger, type Random, RetryableError, toError } from '@kubemin/base';
import {
  isStatus,
  isStatusError,
  type KubeObject,
  qualifiedName,
  StatusError,
  type WatchEvent,
} from '@kubemin/kubeapi';
import { listAllPages, type ResourceClient, type Selectors, withDeadline } from '../client/index.ts';
import { followMessages } from '../messages/index.ts';
import { isOlderVersion } from './object-store.ts';

const BACKOFF = { minMs: 800, maxMs: 30_000 };
const LIST_DEADLINE_MS = 120_000;
const WATCH_MIN_SECONDS = 300;
/** A connection can die without a word; a watch that outlives its own time limit by this much is taken for dead. */
const WATCH_GRACE_SECONDS = 30;
/** A watch that ends sooner than this without an event counts as a failure. */
const SHORT_WATCH_MS = 1_000;
/** After this many failures in a row the position may be wrong: the next attempt begins with a list. */
const FAILURES_UNTIL_RELIST = 5;
/** So many lists in a row must be older than what we have seen before we believe that the server's history was turned back. */
const STALE_LISTS_UNTIL_ACCEPTED = 5;

/** What to follow, and who takes what comes. */
export interface ListWatchOptions<T extends KubeObject> {
  readonly client: ResourceClient<T>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly selectors: Selectors;
  readonly pageSize: number | undefined;
  /** Takes the complete state. */
  readonly replace: (objects: readonly T[]) => void;
  /** Takes one ADDED, MODIFIED or DELETED. */
  readonly apply: (event: WatchEvent<T>) => void;
}

/** Why a resource cannot be followed at the moment. */
export interface WatchFailure {
  /** What went wrong last. */
  readonly error: Error;
  /** When the first of the failures in a row happened, by the monotonic clock. */
  readonly since: number;
}

/**
 * The loop that follows one resource: list, then watch from there, for as long as the signal lets it.
 *
 * A stream that ends is resumed where it stopped. When the server has forgotten that place (410) the loop begins again
 * with a list. Everything else that goes wrong is logged and tried again after a growing, jittered pause; the pause
 * shrinks back only when a watch has proved to work, so a server whose lists work and whose watches don't is not
 * flooded with lists.
 */
export class ListWatch<T extends KubeObject> {
  readonly #options: ListWatchOptions<T>;
  readonly #resource: string;
  /** The version to watch from; undefined when a list is needed first. */
  #position: string | undefined;
  /** The newest version ever seen. */
  #newest: string | undefined;
  #failures = 0;
  #staleLists = 0;
  #failure: WatchFailure | undefined;

  constructor(options: ListWatchOptions<T>) {
    this.#options = options;
    this.#resource = qualifiedName(options.client.type);
  }

  /** Undefined while all is well: from the moment the server has taken the watch. */
  get failure(): WatchFailure | undefined {
    return this.#failure;
  }

  /** Returns when the signal aborts, and not before. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    while (!signal.aborted) {
      try {
        const position = this.#position ?? (await this.#list(signal));
        await this.#watch(position, signal);
      } catch (error) {
        if (signal.aborted) return;
        await clock.sleep(this.#recordFailure(toError(error)), signal);
      }
    }
  }

  async #list(signal: AbortSignal): Promise<string> {
    const { client, clock, selectors, pageSize, replace } = this.#options;
    const { objects, resourceVersion } = await withDeadline(
      { clock, ms: LIST_DEADLINE_MS, what: followMessages.listing({ resource: this.#resource }), signal },
      (deadlineSignal) => listAllPages(client, { ...selectors, limit: pageSize, signal: deadlineSignal }),
    );
    this.#rejectStaleList(resourceVersion);
    replace(objects);
    this.#newest = resourceVersion;
    this.#position = resourceVersion;
    return resourceVersion;
  }

  /** The list of a server that lags behind is older than the store: deleted objects would reappear. */
  #rejectStaleList(listed: string): void {
    if (!isOlderVersion(listed, this.#newest)) {
      this.#staleLists = 0;
      return;
    }
    this.#staleLists += 1;
    const facts = { listed, seen: this.#newest };
    if (this.#staleLists < STALE_LISTS_UNTIL_ACCEPTED) {
      const message = followMessages.staleList({ resource: this.#resource, listed, seen: this.#newest ?? '' });
      throw new RetryableError(message, { code: 'STALE_LIST' });
    }
    this.#staleLists = 0;
    this.#options.logger.warn("The server's history was turned back; its older state is taken over.", facts);
  }

  async #watch(position: string, signal: AbortSignal): Promise<void> {
    const { client, clock, random, selectors } = this.#options;
    const timeoutSeconds = Math.floor(WATCH_MIN_SECONDS * (1 + random.next()));
    const limit = {
      clock,
      ms: (timeoutSeconds + WATCH_GRACE_SECONDS) * 1000,
      what: followMessages.watching({ resource: this.#resource }),
      signal,
    };
    const begun = clock.monotonic();
    const isShort = (): boolean => clock.monotonic() - begun < SHORT_WATCH_MS;
    await withDeadline(limit, async (deadlineSignal) => {
      const options = {
        ...selectors,
        resourceVersion: position,
        allowBookmarks: true,
        timeoutSeconds,
        signal: deadlineSignal,
      };
      const batches = await client.watch(options);
      this.#failure = undefined;
      for await (const batch of batches) {
        for (const event of batch) this.#applyEvent(event);
        if (signal.aborted) return;
        if (!isShort()) this.#failures = 0;
      }
      if (this.#position !== position || !isShort()) this.#failures = 0;
      else throw new RetryableError(followMessages.shortWatch({ resource: this.#resource }), { code: 'SHORT_WATCH' });
    });
  }

  #applyEvent(event: WatchEvent<T>): void {
    if (event.type === 'ERROR') throw watchError(event.object, this.#resource);
    if (event.type !== 'BOOKMARK') {
      this.#options.apply(event);
      this.#failures = 0;
    }
    const version = event.object.metadata.resourceVersion;
    if (version === undefined || isOlderVersion(version, this.#newest)) return;
    this.#position = version;
    this.#newest = version;
  }

  #recordFailure(error: Error): number {
    const { logger, random, clock } = this.#options;
    const expired = isStatusError(error) && error.httpCode === 410;
    const failures = this.#failures;
    this.#failures += 1;
    if (expired || this.#failures >= FAILURES_UNTIL_RELIST) this.#position = undefined;
    if (expired && failures === 0) return 0;
    this.#failure = { error, since: this.#failure?.since ?? clock.monotonic() };
    const pauseMs = Math.max(backoffDelay(BACKOFF, failures, random), retryAfterMs(error));
    logger.warn('Following a resource failed; trying again after a pause.', { error, pauseMs: Math.round(pauseMs) });
    return pauseMs;
  }
}

function watchError(object: unknown, resource: string): Error {
  if (isStatus(object)) return new StatusError(object);
  return new RetryableError(followMessages.watchError({ resource }), { code: 'WATCH_ERROR' });
}

function retryAfterMs(error: Error): number {
  return error instanceof StatusError ? (error.status.details?.retryAfterSeconds ?? 0) * 1000 : 0;
}

import { type Clock, type Logger, ProgrammingError, type Random, TerminalError, toError } from '@kubemin/base';
import { type KubeObject, qualifiedName } from '@kubemin/kubeapi';
import type { ResourceClient, Selectors } from '../client/index.ts';
import { followMessages } from '../messages/index.ts';
import { ChangeHandlers } from './change-handlers.ts';
import type { ChangeScope } from './change-scope.ts';
import { ListWatch, type WatchFailure } from './list-watch.ts';
import { type Change, type Indexer, ObjectStore } from './object-store.ts';

/**
 * A local copy of the objects of one resource, kept current by list and watch.
 *
 * Guarantees: after `synced`, the store was the server's state at some moment, and it follows every later change. It
 * survives cut streams, failing servers and lost history, whatever happens, until its signal aborts. Handlers see the
 * store's changes one by one, in order, each right after it was made: folding them gives the store. What was missed
 * while disconnected arrives as the difference, deletions included; steps in between are not made up. The store never
 * goes back to an older version of an object, unless the server itself insists that its history was turned back.
 */
export interface Informer<T extends KubeObject> {
  /** Begins listing and watching; once only. */
  start(signal: AbortSignal): void;
  /** Resolves when the first list is in the store and handlers have seen it; rejects when stopped before that. */
  readonly synced: Promise<void>;
  /** Why the resource cannot be followed at the moment: not served, not allowed, not reachable. The store stays as it was. */
  readonly failure: WatchFailure | undefined;
  /** By objectKey(). */
  get(key: string): T | undefined;
  list(): readonly T[];
  byIndex(index: string, value: string): readonly T[];
  /** Adds an index, at any time. The same function again is welcome; another one under a taken name is refused. */
  addIndex(index: string, indexer: Indexer<T>): void;
  /**
   * A new handler first gets 'added' for everything in the store, before this returns. The returned function removes it. A
   * handler with a scope gets what is in it, and costs nothing when anything else changes: use one to wait for a few objects.
   */
  onChange(handler: (change: Change<T>) => void, scope?: ChangeScope): () => void;
}

/** What an informer follows, and with what. */
export interface InformerOptions<T extends KubeObject> extends Selectors {
  readonly client: ResourceClient<T>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly indexers?: Readonly<Record<string, Indexer<T>>> | undefined;
  /** How many objects to ask for at a time when listing. @default 500 */
  readonly pageSize?: number | undefined;
}

/** An informer of one's own; a factory shares them. */
export function createInformer<T extends KubeObject>(options: InformerOptions<T>): Informer<T> {
  return new ListWatchInformer(options);
}

class ListWatchInformer<T extends KubeObject> implements Informer<T> {
  readonly #store: ObjectStore<T>;
  readonly #handlers: ChangeHandlers<T>;
  readonly #listWatch: ListWatch<T>;
  readonly #resource: string;
  readonly #firstSync = Promise.withResolvers<void>();
  #started = false;

  constructor({
    client,
    clock,
    random,
    logger: parent,
    indexers = {},
    labelSelector,
    fieldSelector,
    pageSize,
  }: InformerOptions<T>) {
    this.#resource = qualifiedName(client.type);
    const logger = parent.child({ informer: this.#resource });
    this.#handlers = new ChangeHandlers(logger);
    this.#store = new ObjectStore((index, error) =>
      logger.error('An indexer failed; the object is left out of that index.', { index, error: toError(error) }),
    );
    for (const [name, indexer] of Object.entries(indexers)) this.#store.addIndex(name, indexer);
    this.#listWatch = new ListWatch({
      client,
      clock,
      random,
      logger,
      selectors: { labelSelector, fieldSelector },
      pageSize,
      replace: (objects) => {
        for (const change of this.#store.changesToReplace(objects)) this.#apply(change);
        this.#firstSync.resolve();
      },
      apply: (event) => {
        for (const change of this.#store.changesFromEvent(event)) this.#apply(change);
      },
    });
    // A caller that awaits `synced` gets the rejection; without one, stopping early is no error.
    this.#firstSync.promise.catch(() => undefined);
  }

  get synced(): Promise<void> {
    return this.#firstSync.promise;
  }

  get failure(): WatchFailure | undefined {
    return this.#listWatch.failure;
  }

  start(signal: AbortSignal): void {
    if (this.#started) {
      throw new ProgrammingError(
        `the informer for ${this.#resource} was started twice; start it once, or use a factory`,
        'INFORMER_STARTED_TWICE',
      );
    }
    this.#started = true;
    this.#listWatch.run(signal).then(() => this.#firstSync.reject(this.#stoppedError()), this.#firstSync.reject);
  }

  get(key: string): T | undefined {
    return this.#store.get(key);
  }

  list(): readonly T[] {
    return this.#store.list();
  }

  byIndex(index: string, value: string): readonly T[] {
    return this.#store.byIndex(index, value);
  }

  addIndex(index: string, indexer: Indexer<T>): void {
    this.#store.addIndex(index, indexer);
  }

  onChange(handler: (change: Change<T>) => void, scope?: ChangeScope): () => void {
    return this.#handlers.add(handler, this.#store.entries(scope), scope);
  }

  // One at a time: a handler that is registered in between sees the store as it is, and then only what follows.
  #apply(change: Change<T>): void {
    const before = this.#store.indexEntries(change.key, this.#handlers.indexes);
    this.#store.apply(change);
    const after = this.#store.indexEntries(change.key, this.#handlers.indexes);
    this.#handlers.notify(change, before.length === 0 ? after : [...before, ...after]);
  }

  #stoppedError(): TerminalError {
    return new TerminalError(followMessages.stopped({ resource: this.#resource }), { code: 'INFORMER_STOPPED' });
  }
}

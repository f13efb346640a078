import { type Logger, toError } from '@kubemin/base';
import type { KubeObject } from '@kubemin/kubeapi';
import { type ChangeScope, type Place, ScopedListeners } from './change-scope.ts';
import type { Change } from './object-store.ts';

type Handler<T extends KubeObject> = (change: Change<T>) => unknown;

interface Entry<T extends KubeObject> {
  readonly handle: Handler<T>;
  gone: boolean;
}

/** The listeners of one informer. Each is on its own: one that fails is logged and harms neither the stream nor the others. */
export class ChangeHandlers<T extends KubeObject> {
  readonly #logger: Logger;
  readonly #entries = new Set<Entry<T>>();
  readonly #scoped = new ScopedListeners<Entry<T>>();
  /** The entries, until one comes or goes: changes come far more often than handlers do. */
  #listed: readonly Entry<T>[] | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** The indexes that somebody listens by. */
  get indexes(): readonly string[] {
    return this.#scoped.indexes;
  }

  /** Tells the new handler what is there already, then everything that follows, all of it or what its scope says. */
  add(
    handle: Handler<T>,
    present: Iterable<readonly [key: string, object: T]>,
    scope: ChangeScope | undefined,
  ): () => void {
    const entry = { handle, gone: false };
    for (const [key, object] of [...present]) this.#call(handle, { type: 'added', key, object });
    const remove = scope === undefined ? this.#addToAll(entry) : this.#scoped.add(scope, entry);
    return () => {
      entry.gone = true;
      remove();
    };
  }

  /** `places`: under which values the indexes that are listened by have found the object, before and after. */
  announce(change: Change<T>, places: readonly Place[]): void {
    // A handler that comes meanwhile was told of this change when it was added; one that goes hears no more.
    this.#listed ??= [...this.#entries];
    const scoped = this.#scoped.of(change.key, places);
    for (const entry of this.#listed) if (!entry.gone) this.#call(entry.handle, change);
    for (const entry of scoped) if (!entry.gone) this.#call(entry.handle, change);
  }

  #addToAll(entry: Entry<T>): () => void {
    this.#entries.add(entry);
    this.#listed = undefined;
    return () => {
      this.#entries.delete(entry);
      this.#listed = undefined;
    };
  }

  #call(handle: Handler<T>, change: Change<T>): void {
    try {
      const result = handle(change);
      // An async function passes for a handler; its rejection would end the process.
      if (result instanceof Promise) result.catch((error: unknown) => this.#report(change, error));
    } catch (error) {
      this.#report(change, error);
    }
  }

  #report({ type, key }: Change<T>, error: unknown): void {
    this.#logger.error('A change handler failed; the informer goes on.', { change: type, key, error: toError(error) });
  }
}

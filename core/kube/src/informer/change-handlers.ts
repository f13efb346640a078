import { type Logger, toError } from '@kubemin/base';
import type { KubeObject } from '@kubemin/kubeapi';
import { type ChangeScope, type IndexEntry, ScopedListeners } from './change-scope.ts';
import type { Change } from './object-store.ts';

type Handler<T extends KubeObject> = (change: Change<T>) => unknown;

interface Entry<T extends KubeObject> {
  readonly handle: Handler<T>;
  removed: boolean;
}

/** The listeners of one informer. Each is on its own: one that fails is logged and harms neither the stream nor the others. */
export class ChangeHandlers<T extends KubeObject> {
  readonly #logger: Logger;
  readonly #entries = new Set<Entry<T>>();
  readonly #scoped = new ScopedListeners<Entry<T>>();
  /** The entries, until one comes or goes: changes come far more often than handlers do. */
  #entryList: readonly Entry<T>[] | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** The indexes that handlers have a scope in. */
  get indexes(): readonly string[] {
    return this.#scoped.indexes;
  }

  /** Calls the new handler with the existing objects, then with every change that follows, or those in its scope. */
  add(
    handle: Handler<T>,
    existing: Iterable<readonly [key: string, object: T]>,
    scope: ChangeScope | undefined,
  ): () => void {
    const entry = { handle, removed: false };
    for (const [key, object] of [...existing]) this.#call(handle, { type: 'added', key, object });
    const remove = scope === undefined ? this.#addToAll(entry) : this.#scoped.add(scope, entry);
    return () => {
      entry.removed = true;
      remove();
    };
  }

  /** `places`: under which values the indexes that are listened by have found the object, before and after. */
  notify(change: Change<T>, entries: readonly IndexEntry[]): void {
    // A handler that is added meanwhile got this change with the existing objects; a removed one gets no more changes.
    this.#entryList ??= [...this.#entries];
    const scoped = this.#scoped.find(change.key, entries);
    for (const entry of this.#entryList) if (!entry.removed) this.#call(entry.handle, change);
    for (const entry of scoped) if (!entry.removed) this.#call(entry.handle, change);
  }

  #addToAll(entry: Entry<T>): () => void {
    this.#entries.add(entry);
    this.#entryList = undefined;
    return () => {
      this.#entries.delete(entry);
      this.#entryList = undefined;
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

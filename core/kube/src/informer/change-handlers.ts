import { type Logger, toError } from '@kubemin/base';
import type { KubeObject } from '@kubemin/kubeapi';
import type { Change } from './object-store.ts';

type Handler<T extends KubeObject> = (change: Change<T>) => unknown;

/** The listeners of one informer. Each is on its own: one that fails is logged and harms neither the stream nor the others. */
export class ChangeHandlers<T extends KubeObject> {
  readonly #logger: Logger;
  readonly #entries = new Set<{ readonly handle: Handler<T> }>();
  /** The entries, until one comes or goes: changes come far more often than handlers do. */
  #listed: readonly { readonly handle: Handler<T> }[] | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Tells the new handler what is there already, then everything that follows. */
  add(handle: Handler<T>, present: Iterable<readonly [key: string, object: T]>): () => void {
    const entry = { handle };
    for (const [key, object] of [...present]) this.#call(handle, { type: 'added', key, object });
    this.#entries.add(entry);
    this.#listed = undefined;
    return () => {
      this.#entries.delete(entry);
      this.#listed = undefined;
    };
  }

  announce(change: Change<T>): void {
    // A handler that comes meanwhile was told of this change when it was added; one that goes hears no more.
    this.#listed ??= [...this.#entries];
    for (const entry of this.#listed) if (this.#entries.has(entry)) this.#call(entry.handle, change);
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

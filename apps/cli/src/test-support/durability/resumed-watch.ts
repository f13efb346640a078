import { type ApiConnection, isBroken, type WatchLine } from './api-connection.ts';
import type { WrittenKind } from './written-kind.ts';

/** One watch over the lives of several server processes: each time it goes on from the last version it has seen. */
export class ResumedWatch {
  readonly kind: WrittenKind;
  readonly events: WatchLine[] = [];
  #resourceVersion: string;
  #waiting: { readonly name: string; readonly resolve: () => void }[] = [];

  constructor(kind: WrittenKind, resourceVersion: string) {
    this.kind = kind;
    this.#resourceVersion = resourceVersion;
  }

  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  /** Follows one process to its end. */
  async follow(connection: ApiConnection): Promise<void> {
    const lines = connection.watch(`${this.kind.path}?watch=1&resourceVersion=${this.#resourceVersion}`);
    try {
      for await (const line of lines) this.#see(line);
    } catch (error) {
      if (!isBroken(error)) throw error;
    }
  }

  /** Resolves when an event about the object has come. */
  sight(name: string): Promise<void> {
    if (this.events.some(({ object }) => object.metadata.name === name)) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ name, resolve }));
  }

  #see(line: WatchLine): void {
    this.events.push(line);
    const { name, resourceVersion } = line.object.metadata;
    this.#resourceVersion = resourceVersion;
    for (const waiting of this.#waiting) if (waiting.name === name) waiting.resolve();
  }
}

import type { KubeObject } from '@kubemin/kubeapi';
import type { CacheEvent } from './cache-event.ts';

/** Anything that wants to hear of a collection's events, as they are applied. */
export interface CollectionListener {
  onEvent(event: CacheEvent): void;
}

/** A property of objects, and the only values of it a listener can be interested in. */
export interface Interest {
  /** The same name always means the same property. */
  readonly property: string;
  readonly read: (object: KubeObject) => string | undefined;
  readonly values: readonly string[];
}

interface Property {
  readonly read: Interest['read'];
  readonly listeners: Map<string, Set<CollectionListener>>;
}

/**
 * Listeners by what they are interested in: an event costs one lookup per selected property, however many
 * listeners there are that it does not concern.
 */
export class ListenerIndex {
  readonly #unfiltered = new Set<CollectionListener>();
  readonly #properties = new Map<string, Property>();

  get isEmpty(): boolean {
    return this.#unfiltered.size === 0 && this.#properties.size === 0;
  }

  /** Returns a function that removes it. */
  add(listener: CollectionListener, interest: Interest | undefined): () => void {
    if (interest === undefined) {
      this.#unfiltered.add(listener);
      return () => this.#unfiltered.delete(listener);
    }
    const { listeners } = this.#property(interest);
    for (const value of interest.values) listeners.set(value, (listeners.get(value) ?? new Set()).add(listener));
    return () => this.#remove(listener, interest);
  }

  /** An object that has just lost the wanted value concerns a listener, too. */
  notify(event: CacheEvent): void {
    for (const listener of this.#unfiltered) listener.onEvent(event);
    for (const { read, listeners } of this.#properties.values()) {
      const now = listeners.get(read(event.object) ?? '');
      for (const listener of now ?? []) listener.onEvent(event);
      const before = event.previous && listeners.get(read(event.previous) ?? '');
      if (before === now) continue;
      for (const listener of before ?? []) if (now?.has(listener) !== true) listener.onEvent(event);
    }
  }

  #property({ property, read }: Interest): Property {
    const known = this.#properties.get(property) ?? { read, listeners: new Map() };
    this.#properties.set(property, known);
    return known;
  }

  #remove(listener: CollectionListener, { property, values }: Interest): void {
    const known = this.#properties.get(property);
    if (known === undefined) return;
    for (const value of values) {
      const listeners = known.listeners.get(value);
      listeners?.delete(listener);
      if (listeners?.size === 0) known.listeners.delete(value);
    }
    if (known.listeners.size === 0) this.#properties.delete(property);
  }
}

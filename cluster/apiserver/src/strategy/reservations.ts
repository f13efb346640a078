import type { KubeObject } from '@kubemin/kubeapi';
import { ConflictError, encodeObject, type ObjectCache, type Storage, storageKey } from '../storage/index.ts';

/** Where reservations are kept. */
export interface ReservationsOptions {
  readonly storage: Storage;
  readonly cache: ObjectCache;
}

/**
 * Things only one object may have (addresses, ports): one key each, written only where none is. That keeps them unique
 * even with several API servers on one storage. A reservation made for a write that then failed is given back; one
 * orphaned by a crash is found at start, as its owner does not hold it.
 */
export class Reservations {
  readonly #options: ReservationsOptions;
  /** Being written: services made side by side do not all try for the same one. */
  readonly #inFlight = new Set<string>();
  /** Where the search for a free one continues, by pool. */
  readonly search = new Map<string, number>();

  constructor(options: ReservationsOptions) {
    this.#options = options;
  }

  isTaken(pool: string, name: string): boolean {
    return this.#find(pool, name) !== undefined || this.#inFlight.has(reservationKey(pool, name));
  }

  owners(pool: string): readonly { readonly name: string; readonly owner: string }[] {
    const objects = this.#options.cache.collection(poolCollection(pool)).list(undefined);
    return [...objects].map(({ metadata }) => ({
      name: metadata.name ?? '',
      owner: metadata.annotations?.owner ?? '',
    }));
  }

  /** Whether it is ours now; false when another has it. */
  async take(pool: string, name: string, owner: string): Promise<boolean> {
    const { storage, cache } = this.#options;
    const reservation: KubeObject = {
      apiVersion: 'internal.kubemin.io/v1',
      kind: 'Reservation',
      metadata: { name, annotations: { owner } },
    };
    const key = reservationKey(pool, name);
    this.#inFlight.add(key);
    try {
      await cache.waitFor(await storage.put(key, encodeObject(reservation), 0));
      return true;
    } catch (error) {
      if (error instanceof ConflictError) return false;
      throw error;
    } finally {
      this.#inFlight.delete(key);
    }
  }

  async giveBack(pool: string, name: string): Promise<void> {
    const { storage, cache } = this.#options;
    const found = this.#find(pool, name);
    if (found === undefined) return;
    const key = reservationKey(pool, name);
    try {
      await cache.waitFor(await storage.delete(key, Number(found.metadata.resourceVersion)));
    } catch (error) {
      // Another writer released it already.
      if (!(error instanceof ConflictError)) throw error;
    }
  }

  #find(pool: string, name: string): KubeObject | undefined {
    return this.#options.cache.collection(poolCollection(pool)).get('', name);
  }
}

/** Not a name a resource can have, so that no API path leads there. */
function poolCollection(pool: string): string {
  return `~${pool}`;
}

function reservationKey(pool: string, name: string): string {
  return storageKey({ collection: poolCollection(pool), namespace: '', name });
}

import type { Clock } from '../clock.ts';
import { type KeyRing, sealedBy } from './key-ring.ts';
import type { Vault } from './vault.ts';

const LOOK_MS = 1_000;

/**
 * A vault whose keys may be rotated while it is in use: it looks for new keys at intervals, and at once when a seal names
 * one it does not have.
 */
export class ReloadingVault implements Vault {
  readonly #load: () => KeyRing;
  readonly #clock: Pick<Clock, 'monotonic'>;
  #ring: KeyRing;
  #lookedAt: number;

  /** `load` answers the same ring as long as nothing has changed. */
  constructor(load: () => KeyRing, clock: Pick<Clock, 'monotonic'>) {
    this.#load = load;
    this.#clock = clock;
    this.#ring = load();
    this.#lookedAt = clock.monotonic();
  }

  get currentId(): string {
    return this.#ring.currentId;
  }

  seal(text: string): string {
    if (this.#clock.monotonic() - this.#lookedAt >= LOOK_MS) this.#look();
    return this.#ring.seal(text);
  }

  open(text: string): string {
    const id = sealedBy(text);
    if (id !== undefined && !this.#ring.has(id)) this.#look();
    return this.#ring.open(text);
  }

  #look(): void {
    this.#lookedAt = this.#clock.monotonic();
    this.#ring = this.#load();
  }
}

import type { Clock, Vault } from '../basics/index.ts';
import { type KeyRing, sealKeyId, sealKeyIdInBytes } from './key-ring.ts';

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

  /** `load` returns the same ring as long as nothing has changed. */
  constructor(load: () => KeyRing, clock: Pick<Clock, 'monotonic'>) {
    this.#load = load;
    this.#clock = clock;
    this.#ring = load();
    this.#lookedAt = clock.monotonic();
  }

  get currentId(): string {
    return this.#ring.currentId;
  }

  /** What all bytes begin with that are sealed now. */
  get byteMark(): string {
    return this.#recent().byteMark;
  }

  seal(text: string): string {
    return this.#recent().seal(text);
  }

  sealBytes(bytes: Uint8Array, context: string): Uint8Array {
    return this.#recent().sealBytes(bytes, context);
  }

  openBytes(sealed: Uint8Array, context: string): Uint8Array {
    const id = sealKeyIdInBytes(sealed);
    if (id !== undefined && !this.#ring.has(id)) this.#look();
    return this.#ring.openBytes(sealed, context);
  }

  open(text: string): string {
    const id = sealKeyId(text);
    if (id !== undefined && !this.#ring.has(id)) this.#look();
    return this.#ring.open(text);
  }

  #recent(): KeyRing {
    if (this.#clock.monotonic() - this.#lookedAt >= LOOK_MS) this.#look();
    return this.#ring;
  }

  #look(): void {
    this.#lookedAt = this.#clock.monotonic();
    this.#ring = this.#load();
  }
}

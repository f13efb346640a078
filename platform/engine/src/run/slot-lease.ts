import type { Slots } from './slots.ts';

/** Where a task works, and whom its waiting concerns. */
export interface SlotHandlers {
  readonly slots: Slots;
  /** Called when the slot is available to others. */
  readonly onFreed: () => void;
  /** Called when the task begins to wait for a decision or a time, which may take days. */
  readonly onParked: () => void;
}

/**
 * Returns a task's slot while every job it runs only waits for a decision or a time, and acquires one again before the
 * first of them continues.
 */
export class SlotLease {
  readonly #place: SlotHandlers;
  readonly #signal: AbortSignal;
  #working = 0;
  #waiting = 0;
  #held = true;
  #retaking: Promise<void> | undefined;

  /** `signal` aborts when the task is not to go on. */
  constructor(place: SlotHandlers, signal: AbortSignal) {
    this.#place = place;
    this.#signal = signal;
  }

  /** Counts a job as working for as long as `work` takes. */
  async countWorking<T>(work: () => Promise<T>): Promise<T> {
    this.#working++;
    try {
      return await work();
    } finally {
      this.#working--;
    }
  }

  /** For a working job: waits for `something` without holding the slot. */
  async waitWithoutSlot<T>(something: () => Promise<T>): Promise<T> {
    this.#waiting++;
    if (this.#held && this.#waiting === this.#working) {
      this.#held = false;
      this.#place.slots.release();
      this.#place.onFreed();
      this.#place.onParked();
    }
    try {
      return await something();
    } finally {
      await this.#reacquire();
      this.#waiting--;
    }
  }

  /** The task is over. */
  async release(): Promise<void> {
    await this.#retaking;
    if (this.#held) this.#place.slots.release();
    this.#held = false;
    this.#place.onFreed();
  }

  async #reacquire(): Promise<void> {
    if (this.#held || this.#signal.aborted) return;
    this.#retaking ??= this.#place.slots.acquire().then(() => {
      this.#held = true;
      this.#retaking = undefined;
    });
    await this.#retaking;
  }
}

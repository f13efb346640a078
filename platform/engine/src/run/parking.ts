import type { Slots } from './slots.ts';

/**
 * Gives a task's slot away while every job it runs only waits for somebody or some moment, and gets one back before the
 * first of them goes on.
 */
export class Parking {
  readonly #slots: Slots;
  readonly #freed: () => void;
  readonly #signal: AbortSignal;
  #working = 0;
  #waiting = 0;
  #held = true;
  #retaking: Promise<void> | undefined;

  /** `freed` is told when the slot is up for others; `signal` aborts when the task is not to go on. */
  constructor(slots: Slots, freed: () => void, signal: AbortSignal) {
    this.#slots = slots;
    this.#freed = freed;
    this.#signal = signal;
  }

  /** Counts a job as working for as long as `work` takes. */
  async working<T>(work: () => Promise<T>): Promise<T> {
    this.#working++;
    try {
      return await work();
    } finally {
      this.#working--;
    }
  }

  /** For a working job: waits for `something` without holding the slot. */
  async waiting<T>(something: () => Promise<T>): Promise<T> {
    this.#waiting++;
    if (this.#held && this.#waiting === this.#working) {
      this.#held = false;
      this.#slots.give();
      this.#freed();
    }
    try {
      return await something();
    } finally {
      await this.#backToWork();
      this.#waiting--;
    }
  }

  /** The task is over. */
  async leave(): Promise<void> {
    await this.#retaking;
    if (this.#held) this.#slots.give();
    this.#held = false;
    this.#freed();
  }

  async #backToWork(): Promise<void> {
    if (this.#held || this.#signal.aborted) return;
    this.#retaking ??= this.#slots.retake().then(() => {
      this.#held = true;
      this.#retaking = undefined;
    });
    await this.#retaking;
  }
}

import type { Clock } from '@kubemin/base';
import { runMessages } from '../messages/index.ts';
import { Interruption } from '../task/index.ts';

/** What a write has to pass: called right before it, throws when the write must not happen. */
export type WriteCheck = () => Promise<void>;

/**
 * The one door through which a task's jobs change the world. Closing it lets no new write in and waits for those under
 * way, so that what is stored after closing (a cancel, a hand-over) is never followed by a write of this process.
 */
export class WriteGate {
  readonly #clock: Clock;
  readonly #graceMs: number;
  readonly #underWay = new Set<Promise<unknown>>();
  #closed: Interruption | undefined;
  #openUntil = Number.POSITIVE_INFINITY;
  #hurry = new AbortController();

  constructor(clock: Clock, graceMs: number) {
    this.#clock = clock;
    this.#graceMs = graceMs;
  }

  async run<T>(check: WriteCheck, effect: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#closed !== undefined) throw this.#closed;
    const write = this.#checked(check, effect);
    this.#underWay.add(write);
    try {
      return await write;
    } finally {
      this.#underWay.delete(write);
    }
  }

  /** Writes under way get a grace to finish, then are aborted; one that ignores even that is given up on. */
  async close(reason: Interruption): Promise<void> {
    this.#closed = reason;
    const drained = Promise.allSettled(this.#underWay);
    for (const step of [() => this.#hurry.abort(reason), () => undefined]) {
      const over = new AbortController();
      const settled = drained.then(() => over.abort());
      await Promise.race([settled, this.#clock.sleep(this.#graceMs, over.signal)]);
      if (over.signal.aborted) return;
      step();
    }
  }

  /** The gate closes at that moment of the monotonic clock, unless a later one is set before. */
  keepOpenUntil(moment: number): void {
    this.#openUntil = moment;
  }

  /** Undoes a close whose reason did not come true. */
  reopen(): void {
    this.#closed = undefined;
    if (this.#hurry.signal.aborted) this.#hurry = new AbortController();
  }

  async #checked<T>(check: WriteCheck, effect: (signal: AbortSignal) => Promise<T>): Promise<T> {
    await check();
    if (this.#closed !== undefined) throw this.#closed;
    // Checked last: a process that was suspended for a while continues with outdated results.
    if (this.#clock.monotonic() >= this.#openUntil) throw new Interruption('lost', runMessages.claimUncertain);
    return effect(this.#hurry.signal);
  }
}

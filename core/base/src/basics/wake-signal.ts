/**
 * A wake-up that cannot be missed: a notification that arrives while there is no waiter is kept for the next wait.
 * Several notifications before a wait count as one, as the waiter looks at the whole state anyway.
 */
export class WakeSignal {
  #pending = false;
  #waiters: (() => void)[] = [];

  notify(): void {
    if (this.#waiters.length === 0) {
      this.#pending = true;
      return;
    }
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const wake of waiters) wake();
  }

  /** Resolves at the next notification, or when `signal` aborts. */
  wait(signal?: AbortSignal): Promise<void> {
    if (this.#pending || signal?.aborted) {
      this.#pending = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const wake = (): void => {
        signal?.removeEventListener('abort', wake);
        this.#waiters = this.#waiters.filter((waiter) => waiter !== wake);
        resolve();
      };
      this.#waiters.push(wake);
      signal?.addEventListener('abort', wake);
    });
  }
}

import type { ForkedManager } from './forked-manager.ts';

/** Processes of which one runs at a time, and the next stands by with everything loaded and nothing known. */
export class ManagerRelay {
  readonly #make: (number: number) => ForkedManager;
  #made = 0;
  #running: ForkedManager | undefined;
  #next: ForkedManager;
  #starting: Promise<void> | undefined;
  #kills = 0;
  #closed = false;

  /** Each is made with its number, from 1 on, and an identity of its own. */
  constructor(make: (number: number) => ForkedManager) {
    this.#make = make;
    this.#next = this.#another();
  }

  get kills(): number {
    return this.#kills;
  }

  /** Whether this is the one that runs; the requests of one that was killed may still be on their way. */
  runs(identity: string): boolean {
    return this.#running?.identity === identity;
  }

  /** Lets the first one run. */
  async start(): Promise<void> {
    this.#running = this.#next;
    this.#next = this.#another();
    await this.#running.go();
  }

  /** Kills this one and lets the next one run; resolves when it is gone. Returns false, and does nothing, unless it runs. */
  async replace(identity: string): Promise<boolean> {
    const dying = this.#running;
    if (dying?.identity !== identity) return false;
    this.#running = undefined;
    this.#kills += 1;
    await this.#starting;
    await dying.kill();
    if (this.#closed) return true;
    // Not awaited: the next one may need a response of the caller to start.
    this.#starting = this.start();
    this.#starting.catch(() => undefined);
    return true;
  }

  /** The same with whichever runs; where the next one is about to, that one. */
  async replaceAny(): Promise<void> {
    await this.#starting;
    if (this.#running !== undefined) await this.replace(this.#running.identity);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#starting;
    await Promise.all([this.#running?.kill(), this.#next.kill()]);
  }

  #another(): ForkedManager {
    this.#made += 1;
    return this.#make(this.#made);
  }
}

import { ManagerChild, type ManagerChildOptions } from './manager-child.ts';

/** Processes of which one runs at a time, and the next stands by with everything loaded and nothing known. */
export class ManagerRelay {
  readonly #options: Omit<ManagerChildOptions, 'identity'>;
  #started = 0;
  #current: ManagerChild | undefined;
  #next: ManagerChild;
  #replacing: Promise<void> | undefined;
  #kills = 0;
  #closed = false;

  constructor(options: Omit<ManagerChildOptions, 'identity'>) {
    this.#options = options;
    this.#next = this.#make();
  }

  get kills(): number {
    return this.#kills;
  }

  /** Whether this is the one that runs; the requests of one that was killed may still be on their way. */
  runs(identity: string): boolean {
    return this.#current?.identity === identity;
  }

  /** Lets the first one run. */
  async start(): Promise<void> {
    this.#current = this.#next;
    this.#next = this.#make();
    await this.#current.go();
  }

  /** Kills this one, if it is the one that runs; resolves when it is gone, and lets the next one run. */
  async replace(identity: string): Promise<void> {
    const dying = this.#current;
    if (dying?.identity !== identity) return;
    this.#current = undefined;
    this.#kills += 1;
    await this.#replacing;
    await dying.kill();
    if (this.#closed) return;
    // Not waited for: whoever asked may be what the next one needs an answer of.
    this.#replacing = this.start();
    this.#replacing.catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#replacing;
    await Promise.all([this.#current?.kill(), this.#next.kill()]);
  }

  #make(): ManagerChild {
    this.#started += 1;
    return new ManagerChild({ ...this.#options, identity: `manager-${this.#started}` });
  }
}

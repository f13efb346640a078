import { SamplesHub, type SamplesHubOptions } from './samples-hub.ts';

/** Processes of which one runs at a time, and the next stands by with everything loaded and nothing known. */
export class HubRelay {
  readonly #options: Omit<SamplesHubOptions, 'identity'>;
  #started = 0;
  #current: SamplesHub | undefined;
  #next: SamplesHub;
  #replacing: Promise<void> | undefined;
  #kills = 0;
  #closed = false;

  constructor(options: Omit<SamplesHubOptions, 'identity'>) {
    this.#options = options;
    this.#next = this.#make();
  }

  get kills(): number {
    return this.#kills;
  }

  /** Lets the first one run. */
  async start(): Promise<void> {
    this.#current = this.#next;
    this.#next = this.#make();
    await this.#current.go();
  }

  /** Kills the one that runs; resolves when it is gone, and lets the next one run. */
  async replace(): Promise<void> {
    await this.#replacing;
    this.#kills += 1;
    await this.#current?.kill();
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

  #make(): SamplesHub {
    this.#started += 1;
    return new SamplesHub({ ...this.#options, identity: `hub-${this.#started}` });
  }
}

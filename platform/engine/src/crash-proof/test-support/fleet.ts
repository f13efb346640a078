import type { SeededRandom } from '@kubemin/testing';
import { EngineWorker, type WorkerOptions } from './engine-worker.ts';

/** Instances that are killed and started again for as long as a proof lasts. */
export class Fleet {
  readonly #options: Omit<WorkerOptions, 'executorId'>;
  readonly #random: SeededRandom;
  readonly #workers: EngineWorker[];
  #started = 0;
  kills = 0;

  constructor(size: number, random: SeededRandom, options: Omit<WorkerOptions, 'executorId'>) {
    this.#options = options;
    this.#random = random;
    this.#workers = Array.from({ length: size }, () => this.#start());
  }

  get workers(): readonly EngineWorker[] {
    return this.#workers;
  }

  get ready(): Promise<unknown> {
    return Promise.all(this.#workers.map(({ ready }) => ready));
  }

  /** One of those that run now. */
  any(): EngineWorker | undefined {
    return this.#workers[this.#random.below(this.#workers.length)];
  }

  /** Kills an instance and starts another in its place at once; it need not be ready when this resolves. */
  async replace(worker: EngineWorker): Promise<void> {
    const place = this.#workers.indexOf(worker);
    await worker.kill();
    this.kills += 1;
    this.#workers[place] = this.#start();
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.kill()));
  }

  #start(): EngineWorker {
    this.#started += 1;
    return new EngineWorker({ ...this.#options, executorId: `worker-${this.#started}` });
  }
}

import { systemClock } from '@kubemin/base';
import type { SeededRandom } from '@kubemin/testing';
import { EngineWorker, type WorkerOptions } from './engine-worker.ts';

const RESTART_MS = 100;

/** Instances that are killed and started again for as long as a proof lasts. */
export class Fleet {
  readonly #options: Omit<WorkerOptions, 'executorId'>;
  readonly #random: SeededRandom;
  readonly #workers: EngineWorker[];
  readonly #killed = new Set<EngineWorker>();
  readonly #ended: string[] = [];
  #started = 0;
  #closed = false;

  constructor(size: number, random: SeededRandom, options: Omit<WorkerOptions, 'executorId'>) {
    this.#options = options;
    this.#random = random;
    this.#workers = Array.from({ length: size }, () => this.#start());
  }

  get workers(): readonly EngineWorker[] {
    return this.#workers;
  }

  get kills(): number {
    return this.#killed.size;
  }

  /** Instances that had started and then ended without being killed. */
  get exitedUnexpectedly(): readonly string[] {
    return this.#ended;
  }

  get ready(): Promise<unknown> {
    return Promise.all(this.#workers.map(({ ready }) => ready));
  }

  /** One of those that run now. */
  any(): EngineWorker | undefined {
    return this.#workers[this.#random.below(this.#workers.length)];
  }

  named(executorId: string | undefined): EngineWorker | undefined {
    return this.#workers.find((worker) => worker.executorId === executorId);
  }

  /** Kills an instance and starts another in its place at once; it need not be ready when this resolves. */
  async replace(worker: EngineWorker): Promise<void> {
    if (this.#killed.has(worker)) return;
    this.#killed.add(worker);
    await worker.kill();
    this.#succeed(worker);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#workers.map((worker) => worker.kill()));
  }

  #start(): EngineWorker {
    this.#started += 1;
    const worker = new EngineWorker({ ...this.#options, executorId: `worker-${this.#started}` });
    void this.#supervise(worker);
    return worker;
  }

  /** An instance that could not start, for example because the database was away, is started again, as by any supervisor. */
  async #supervise(worker: EngineWorker): Promise<void> {
    const started = await worker.ready;
    await worker.gone;
    if (this.#closed || this.#killed.has(worker)) return;
    if (started) this.#ended.push(worker.executorId);
    await systemClock.sleep(RESTART_MS);
    this.#succeed(worker);
  }

  #succeed(worker: EngineWorker): void {
    const place = this.#workers.indexOf(worker);
    if (!this.#closed && place >= 0) this.#workers[place] = this.#start();
  }
}

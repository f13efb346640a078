import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ClusterAddress } from '@kubemin/testing';
import type { EngineSettings } from '../../settings.ts';
import type { QueueChoice } from './queue-choice.ts';

/** What an instance of the engine in a process of its own is told. */
export interface WorkerOptions {
  readonly databaseUrl: string;
  readonly cluster: ClusterAddress;
  readonly executorId: string;
  readonly settings: Partial<EngineSettings>;
  readonly queue?: QueueChoice;
  /** Where compiled sources are kept from one start to the next: most of what a start costs. */
  readonly cacheDirectory: string;
}

const PROGRAM = join(import.meta.dirname, 'engine-worker.process.ts');

/** An instance of the engine in a process of its own. */
export class EngineWorker {
  readonly executorId: string;
  /** Resolves to false when it ended before it was ready. */
  readonly ready: Promise<boolean>;
  /** Resolves when the process has ended, whoever ended it. */
  readonly gone: Promise<unknown>;
  readonly #child: ChildProcess;
  readonly #asked = new Map<string, (outcome: string) => void>();

  constructor(options: WorkerOptions) {
    this.executorId = options.executorId;
    const execArgv = ['--disable-warning=ExperimentalWarning'];
    this.#child = fork(PROGRAM, [JSON.stringify(options)], {
      execArgv,
      env: { ...process.env, NODE_COMPILE_CACHE: options.cacheDirectory },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.gone = once(this.#child, 'exit');
    this.#child.on('message', ({ taskId = '', outcome = '' }: { taskId?: string; outcome?: string }) => {
      this.#asked.get(taskId)?.(outcome);
    });
    const said = once(this.#child, 'message').then(() => true);
    this.ready = Promise.race([said, this.gone.then(() => false)]);
  }

  /** Lets this instance cancel a task; answers how that went, or undefined when the instance died before it answered. */
  cancel(taskId: string): Promise<string | undefined> {
    const answer = Promise.withResolvers<string>();
    this.#asked.set(taskId, answer.resolve);
    // One that is gone does not take it; that it is gone is noticed below.
    this.#child.send(taskId, () => undefined);
    return Promise.race([answer.promise, this.gone.then(() => undefined)]);
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.gone;
  }
}

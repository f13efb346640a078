import { join } from 'node:path';
import { type ClusterAddress, ForkedProgram } from '@kubemin/testing';
import type { EngineSettings } from '../../task/settings.ts';
import type { QueueChoice } from './queue-choice.ts';

/** Options of an instance of the engine in its own process. */
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
  readonly #program: ForkedProgram;
  readonly #pending = new Map<string, (outcome: string) => void>();

  constructor(options: WorkerOptions) {
    this.executorId = options.executorId;
    const { cacheDirectory } = options;
    this.#program = new ForkedProgram({ program: PROGRAM, argument: options, cacheDirectory });
    this.#program.onMessage((message) => {
      if (isCancelResponse(message)) this.#pending.get(message.taskId)?.(message.outcome);
    });
  }

  /** Resolves to false when it ended before it was ready. */
  get ready(): Promise<boolean> {
    return this.#program.ready;
  }

  /** Resolves when the process has ended, killed or not. */
  get gone(): Promise<unknown> {
    return this.#program.gone;
  }

  /** Cancels a task through this instance. Resolves to the outcome, or undefined when the instance died before it responded. */
  cancel(taskId: string): Promise<string | undefined> {
    const outcome = Promise.withResolvers<string>();
    this.#pending.set(taskId, outcome.resolve);
    this.#program.send(taskId);
    return Promise.race([outcome.promise, this.gone.then(() => undefined)]);
  }

  kill(): Promise<void> {
    return this.#program.kill();
  }
}

interface CancelResponse {
  readonly taskId: string;
  readonly outcome: string;
}

function isCancelResponse(message: unknown): message is CancelResponse {
  return typeof message === 'object' && message !== null && 'taskId' in message && 'outcome' in message;
}

import { join } from 'node:path';
import { type ClusterAddress, ForkedProgram } from '@kubemin/testing';
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
  readonly #program: ForkedProgram;
  readonly #asked = new Map<string, (outcome: string) => void>();

  constructor(options: WorkerOptions) {
    this.executorId = options.executorId;
    const { cacheDirectory } = options;
    this.#program = new ForkedProgram({ program: PROGRAM, argument: options, cacheDirectory });
    this.#program.onMessage((message) => {
      if (isAnswer(message)) this.#asked.get(message.taskId)?.(message.outcome);
    });
  }

  /** Resolves to false when it ended before it was ready. */
  get ready(): Promise<boolean> {
    return this.#program.ready;
  }

  /** Resolves when the process has ended, whoever ended it. */
  get gone(): Promise<unknown> {
    return this.#program.gone;
  }

  /** Lets this instance cancel a task; answers how that went, or undefined when the instance died before it answered. */
  cancel(taskId: string): Promise<string | undefined> {
    const answer = Promise.withResolvers<string>();
    this.#asked.set(taskId, answer.resolve);
    this.#program.send(taskId);
    return Promise.race([answer.promise, this.gone.then(() => undefined)]);
  }

  kill(): Promise<void> {
    return this.#program.kill();
  }
}

interface Answer {
  readonly taskId: string;
  readonly outcome: string;
}

function isAnswer(message: unknown): message is Answer {
  return typeof message === 'object' && message !== null && 'taskId' in message && 'outcome' in message;
}

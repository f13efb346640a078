import type { TaskNews } from '../queue/task-news.ts';
import type { Consumption, Settlement, TaskQueue } from '../queue/task-queue.ts';
import { isTaskFinished } from '../state/task-state.ts';
import type { TaskStore } from '../store/task-store.ts';
import type { Executor } from './executor.ts';

/** What executing by news takes. */
export interface ConsumerOptions {
  readonly queue: Pick<TaskQueue, 'consume'>;
  readonly tasks: Pick<TaskStore, 'task'>;
  readonly executor: Pick<Executor, 'queueUp' | 'execute'>;
  readonly executorId: string;
  readonly concurrency: number;
}

/** Executes the tasks that the queue announces. */
export class Consumer {
  readonly #options: ConsumerOptions;
  #consumption: Consumption | undefined;
  #wanted = false;
  #turning: Promise<void> = Promise.resolve();

  constructor(options: ConsumerOptions) {
    this.#options = options;
  }

  /**
   * Begins to take news, or ceases to. What is executed then goes on; its news is left to others, who find it in good
   * hands. Resolves when it is so.
   */
  turn(on: boolean): Promise<void> {
    if (on !== this.#wanted) {
      this.#wanted = on;
      // One after the other: who leaves would take along what the same name has read since.
      this.#turning = this.#turning.then(() => this.#follow());
    }
    return this.#turning;
  }

  async #follow(): Promise<void> {
    const { queue, executorId: consumer, concurrency } = this.#options;
    if (this.#wanted) {
      this.#consumption ??= queue.consume({
        consumer,
        concurrency,
        handle: (news, nearlyDone) => this.#handle(news, nearlyDone),
      });
      return;
    }
    const consumption = this.#consumption;
    this.#consumption = undefined;
    await consumption?.stop();
  }

  async #handle({ taskId }: TaskNews, nearlyDone: () => void): Promise<Settlement> {
    const { executor } = this.#options;
    // Left in work until this instance leaves the queue: settled before, it would only make room for the next.
    if (!(await executor.queueUp())) return new Promise<never>(() => undefined);
    const execution = await executor.execute(taskId, nearlyDone);
    const end = await execution?.end;
    // A parked task may wait for days. Should its executor die meanwhile, the leader announces it again.
    if (end === 'ended' || end === 'parked') return 'done';
    return (await this.#isOver(taskId)) ? 'done' : 'again';
  }

  async #isOver(taskId: string): Promise<boolean> {
    const task = await this.#options.tasks.task(taskId);
    return task === undefined || isTaskFinished(task.status);
  }
}

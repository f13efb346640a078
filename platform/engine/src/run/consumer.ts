import type { Consumption, Settlement, TaskAnnouncement, TaskQueue } from '../queue/index.ts';
import type { TaskStore } from '../store/index.ts';
import { isTaskFinished } from '../task/index.ts';
import type { Executor } from './executor.ts';

/** What executing announced tasks needs. */
export interface ConsumerOptions {
  readonly queue: Pick<TaskQueue, 'consume'>;
  readonly tasks: Pick<TaskStore, 'task'>;
  readonly executor: Pick<Executor, 'waitForSlot' | 'execute'>;
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
   * Starts or stops consuming. Tasks that are executed then continue; their announcements are left to others, which find
   * the tasks claimed. Resolves when that is done.
   */
  turn(on: boolean): Promise<void> {
    if (on !== this.#wanted) {
      this.#wanted = on;
      // One after the other: a consumer that leaves would take along what one with the same name has read since.
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
        handle: (announcement, nearlyDone) => this.#handle(announcement, nearlyDone),
      });
      return;
    }
    const consumption = this.#consumption;
    this.#consumption = undefined;
    await consumption?.stop();
  }

  async #handle({ taskId }: TaskAnnouncement, nearlyDone: () => void): Promise<Settlement> {
    const { executor } = this.#options;
    // Left in work until this instance leaves the queue: settled before, it would only make room for the next.
    if (!(await executor.waitForSlot())) return new Promise<never>(() => undefined);
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

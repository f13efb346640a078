import { eventually } from '@kubemin/testing';
import type { TaskNews } from '../task-news.ts';
import type { Settlement } from '../task-queue.ts';

/** A handler that records what it was given, and settles it as the test defines. */
export class NewsRecorder {
  readonly taskIds: string[] = [];
  readonly #settle: (news: TaskNews) => Promise<Settlement> | Settlement;

  constructor(settle: (news: TaskNews) => Promise<Settlement> | Settlement = () => 'done') {
    this.#settle = settle;
  }

  readonly handle = async (news: TaskNews): Promise<Settlement> => {
    this.taskIds.push(news.taskId);
    return this.#settle(news);
  };

  /** Resolves once the tasks came, each at least once. */
  async has(taskIds: readonly string[]): Promise<void> {
    await eventually(() => taskIds.filter((id) => !this.taskIds.includes(id)), {
      until: (missing) => missing.length === 0,
    });
  }
}

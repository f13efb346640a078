import { eventually } from '@kubemin/testing';
import type { TaskNews } from '../task-news.ts';
import type { Settlement } from '../task-queue.ts';

/** A handler that writes down what it was given, and answers as the test says. */
export class NewsRecorder {
  readonly taskIds: string[] = [];
  readonly #answer: (news: TaskNews) => Promise<Settlement> | Settlement;

  constructor(answer: (news: TaskNews) => Promise<Settlement> | Settlement = () => 'done') {
    this.#answer = answer;
  }

  readonly handle = async (news: TaskNews): Promise<Settlement> => {
    this.taskIds.push(news.taskId);
    return this.#answer(news);
  };

  /** Resolves once the tasks came, each at least once. */
  async has(taskIds: readonly string[]): Promise<void> {
    await eventually(() => taskIds.filter((id) => !this.taskIds.includes(id)), {
      until: (missing) => missing.length === 0,
    });
  }
}

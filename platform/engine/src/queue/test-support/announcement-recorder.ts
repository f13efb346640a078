import { eventually } from '@kubemin/testing';
import type { TaskAnnouncement } from '../task-announcement.ts';
import type { Settlement } from '../task-queue.ts';

/** A handler that records what it was given, and settles it as the test defines. */
export class AnnouncementRecorder {
  readonly taskIds: string[] = [];
  readonly #settle: (announcement: TaskAnnouncement) => Promise<Settlement> | Settlement;

  constructor(settle: (announcement: TaskAnnouncement) => Promise<Settlement> | Settlement = () => 'done') {
    this.#settle = settle;
  }

  readonly handle = async (announcement: TaskAnnouncement): Promise<Settlement> => {
    this.taskIds.push(announcement.taskId);
    return this.#settle(announcement);
  };

  /** Resolves once the tasks came, each at least once. */
  async has(taskIds: readonly string[]): Promise<void> {
    await eventually(() => taskIds.filter((id) => !this.taskIds.includes(id)), {
      until: (missing) => missing.length === 0,
    });
  }
}

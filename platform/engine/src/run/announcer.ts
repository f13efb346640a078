import { type Logger, toError } from '@kubemin/base';
import type { TaskNews } from '../queue/task-news.ts';
import type { TaskQueue } from '../queue/task-queue.ts';
import type { Announcements } from '../store/announcements.ts';

/** What announcing work needs. */
export interface AnnouncerOptions {
  readonly queue: Pick<TaskQueue, 'publish' | 'capabilities' | 'health'>;
  readonly announcements: Pick<Announcements, 'nextOf'>;
  readonly logger: Logger;
  /** Lets this instance look for work itself. */
  readonly nudge: () => void;
}

/**
 * Notifies executors that there is work. Never fails and never waits: an announcement that is lost is repeated
 * by the leader, or the work is found by instances that poll the database while the queue is away.
 */
export class Announcer {
  readonly #options: AnnouncerOptions;
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  /** Whether news reaches other instances right now. */
  get newsTravels(): boolean {
    const { queue } = this.#options;
    return queue.capabilities.shared && queue.health.status === 'up';
  }

  /** The task waits, and it may be its turn. */
  announce(news: TaskNews): void {
    const { queue, nudge } = this.#options;
    if (!this.newsTravels) nudge();
    // While the server is away every attempt would wait for it; the consumer notices when it is back.
    if (queue.capabilities.shared && queue.health.status !== 'down') this.#begin(() => queue.publish(news), news);
  }

  /** A task of the application has ended, so that the next has its turn. */
  announceNext(appId: string): void {
    if (!this.newsTravels) {
      this.#options.nudge();
      return;
    }
    this.#begin(
      async () => {
        const next = await this.#options.announcements.nextOf(appId);
        if (next !== undefined) await this.#options.queue.publish(next);
      },
      { appId },
    );
  }

  /** Waits for what is on its way. */
  async drain(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #begin(work: () => Promise<void>, about: Partial<TaskNews>): void {
    const { logger, nudge } = this.#options;
    const begun = work().catch((thrown: unknown) => {
      logger.warn('news of a task could not be sent; the leader announces it again', {
        ...about,
        error: toError(thrown),
      });
      nudge();
    });
    this.#underWay.add(begun);
    void begun.then(() => this.#underWay.delete(begun));
  }
}

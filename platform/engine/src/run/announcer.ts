import { type Logger, toError } from '@kubemin/base';
import type { TaskAnnouncement, TaskQueue } from '../queue/index.ts';
import type { Announcements } from '../store/index.ts';

/** What announcing work needs. */
export interface AnnouncerOptions {
  readonly queue: Pick<TaskQueue, 'publish' | 'capabilities' | 'health'>;
  readonly announcements: Pick<Announcements, 'nextWaiting'>;
  readonly logger: Logger;
  /** Lets this instance look for work itself. */
  readonly pollNow: () => void;
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

  /** Whether announcements reach other instances right now. */
  get reachesOthers(): boolean {
    const { queue } = this.#options;
    return queue.capabilities.shared && queue.health.status === 'up';
  }

  /** The task waits, and it may be its turn. */
  announce(announcement: TaskAnnouncement): void {
    const { queue, pollNow } = this.#options;
    if (!this.reachesOthers) pollNow();
    // While the server is away every attempt would wait for it; the consumer notices when it is back.
    if (queue.capabilities.shared && queue.health.status !== 'down')
      this.#begin(() => queue.publish(announcement), announcement);
  }

  /** A task of the application has ended, so that the next has its turn. */
  announceNext(appId: string): void {
    if (!this.reachesOthers) {
      this.#options.pollNow();
      return;
    }
    this.#begin(
      async () => {
        const next = await this.#options.announcements.nextWaiting(appId);
        if (next !== undefined) await this.#options.queue.publish(next);
      },
      { appId },
    );
  }

  /** Waits for what is on its way. */
  async drain(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #begin(work: () => Promise<void>, about: Partial<TaskAnnouncement>): void {
    const { logger, pollNow } = this.#options;
    const begun = work().catch((thrown: unknown) => {
      logger.warn('a task could not be announced; the leader announces it again', {
        ...about,
        error: toError(thrown),
      });
      pollNow();
    });
    this.#underWay.add(begun);
    void begun.then(() => this.#underWay.delete(begun));
  }
}

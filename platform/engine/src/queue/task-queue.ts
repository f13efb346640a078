import type { QueueCapabilities, QueueDriver, QueueStats } from './queue-driver.ts';
import type { QueueHealth } from './queue-health.ts';
import type { QueueSettings } from './queue-settings.ts';
import type { TaskAnnouncement } from './task-announcement.ts';

/** What becomes of a message: `done` settles it permanently, `again` leaves it to be delivered later, here or elsewhere. */
export type Settlement = 'done' | 'again';

/** A message that cannot be parsed. It is settled, so that it holds up nothing. */
export interface PoisonedMessage {
  readonly id: string;
  /** Its beginning. */
  readonly payload: string;
  readonly error: Error;
}

/** Who consumes, and how. */
export interface ConsumeOptions {
  /** Unique to this process and this start of it. */
  readonly consumer: string;
  /** Messages in work at the same time, not counting those nearly done; no more are taken while so many are. */
  readonly concurrency: number;
  /**
   * Called once per delivery; may be called again for the same announcement, also at the same time in another process, so it
   * claims the work in the database. It returns `done` only after the end of the work is stored. A rejection counts
   * as `again`. The message is extended until it resolves, however long that takes. It calls `nearlyDone` when there is
   * room for another although it has not resolved yet.
   */
  readonly handle: (announcement: TaskAnnouncement, nearlyDone: () => void) => Promise<Settlement>;
}

/** Consuming in progress. */
export interface Consumption {
  /** Takes no more, and leaves what is in work to others at once. Does not wait for `handle`: end the work first. */
  stop(): Promise<void>;
}

/**
 * Announces tasks that have work to the instances that can execute them.
 *
 * The database is the truth. The queue guarantees: an announcement it accepted is delivered at least once, and again until
 * settled; to one consumer at a time as long as that one lives (see `redeliversOnJoin`); roughly in the order of
 * publication. It may lose everything with its server: a sweep over the database announces again. It never delivers
 * announcements that were not published, but may repeat one long after the work has ended.
 *
 * While its server is away it keeps trying, with growing pauses, and reports that through `onHealth`.
 */
export interface TaskQueue {
  readonly driver: string;
  readonly capabilities: QueueCapabilities;
  readonly health: QueueHealth;
  /** Resolves once the server has it; rejects with RetryableError QUEUE_UNAVAILABLE, and then the announcement may or may not have been published. */
  publish(announcement: TaskAnnouncement): Promise<void>;
  /** Begins to consume; it comes to life in the background, also if the server is away right now. */
  consume(options: ConsumeOptions): Consumption;
  stats(): Promise<QueueStats>;
  /** How many messages this process got that had been delivered before, here or (where the queue reports it) elsewhere. */
  readonly redeliveries: number;
  /** Stops consuming and disconnects. */
  close(): Promise<void>;
}

/** Which queue an engine uses, and how. */
export interface EngineQueue {
  readonly driver: QueueDriver;
  readonly settings?: Partial<QueueSettings>;
}

import type { Clock, Logger, Random } from '@kubemin/base';
import { QueueConsumption } from './queue-consumption.ts';
import type { QueueCapabilities, QueueChannel, QueueDriver, QueueStats } from './queue-driver.ts';
import { queueClosed } from './queue-error.ts';
import { HealthMonitor, type QueueHealth } from './queue-health.ts';
import { DEFAULT_QUEUE_SETTINGS, type QueueSettings } from './queue-settings.ts';
import { encodeAnnouncement, type TaskAnnouncement } from './task-announcement.ts';
import type { ConsumeOptions, Consumption, PoisonedMessage, TaskQueue } from './task-queue.ts';

/** What a queue is made of. */
export interface TaskQueueOptions {
  readonly driver: QueueDriver;
  readonly settings?: Partial<QueueSettings>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Called when the queue becomes unavailable, becomes available again, or is given up. */
  readonly onHealth?: (health: QueueHealth) => void;
  /** Called with messages that cannot be parsed. */
  readonly onPoisoned?: (message: PoisonedMessage) => void;
}

/** Opens a queue. It connects when first used, so this succeeds also while the server is away. */
export function openTaskQueue(options: TaskQueueOptions): TaskQueue {
  return new ChannelQueue(options);
}

class ChannelQueue implements TaskQueue {
  readonly driver: string;
  readonly capabilities: QueueCapabilities;
  readonly #options: TaskQueueOptions;
  readonly #settings: QueueSettings;
  readonly #logger: Logger;
  readonly #channel: QueueChannel;
  readonly #health: HealthMonitor;
  readonly #consumptions = new Set<QueueConsumption>();
  #closed = false;

  constructor(options: TaskQueueOptions) {
    const { driver, clock, random } = options;
    this.driver = driver.name;
    this.capabilities = driver.capabilities;
    this.#options = options;
    this.#settings = { ...DEFAULT_QUEUE_SETTINGS, ...options.settings };
    this.#logger = options.logger.child({ queue: driver.name });
    this.#channel = driver.open({ settings: this.#settings, clock, random, logger: this.#logger });
    this.#health = new HealthMonitor((health) => this.#healthChanged(health));
  }

  get health(): QueueHealth {
    return this.#health.current;
  }

  get redeliveries(): number {
    let sum = 0;
    for (const consumption of this.#consumptions) sum += consumption.redeliveries;
    return sum;
  }

  async publish(announcement: TaskAnnouncement): Promise<void> {
    if (this.#closed) throw queueClosed();
    await this.#health.watch(() =>
      this.#channel.publish({ key: announcement.appId, payload: encodeAnnouncement(announcement) }),
    );
  }

  consume(options: ConsumeOptions): Consumption {
    if (this.#closed) throw queueClosed();
    const consumption = new QueueConsumption({
      ...options,
      subscription: this.#channel.subscribe(options.consumer),
      settings: this.#settings,
      health: this.#health,
      clock: this.#options.clock,
      random: this.#options.random,
      logger: this.#logger,
      poisoned: (message) => this.#options.onPoisoned?.(message),
    });
    this.#consumptions.add(consumption);
    consumption.start();
    return consumption;
  }

  async stats(): Promise<QueueStats> {
    if (this.#closed) throw queueClosed();
    return this.#health.watch(() => this.#channel.stats());
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.all([...this.#consumptions].map((consumption) => consumption.stop()));
    await this.#channel.close();
  }

  #healthChanged(health: QueueHealth): void {
    if (health.status === 'up') {
      this.#logger.info('the queue is available again');
      for (const consumption of this.#consumptions) consumption.wake();
    } else this.#logger.warn('the queue is unavailable; work continues from the database', { ...health });
    this.#options.onHealth?.(health);
  }
}

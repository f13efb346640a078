import type { Clock, Logger } from '@kubemin/base';
import type { Engine, MessageQueueStats, QueueFigures, RunFigures, WorkerFigures } from '@kubemin/engine';
import { withTimeout } from '../api/index.ts';

/** The last result of the database about runs. */
export interface Figures {
  readonly queue: QueueFigures;
  readonly workers: readonly WorkerFigures[];
}

/** What is looked up for scrapes, and how. */
export interface FiguresSnapshotOptions {
  readonly figures: Pick<RunFigures, 'queue' | 'workers'>;
  readonly engine: Pick<Engine, 'queueStats' | 'status'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Several collectors that come at once cost one look. */
const FRESH_MS = 1_000;
/** Less than collectors wait for a response. */
const PATIENCE_MS = 2_000;

/** The figures of the database, queried on demand. A database that does not respond leaves none. */
export class FiguresSnapshot {
  readonly #options: FiguresSnapshotOptions;
  #current: Figures | undefined;
  #messages: MessageQueueStats | undefined;
  #looking: Promise<void> | undefined;
  #freshUntil = Number.NEGATIVE_INFINITY;

  constructor(options: FiguresSnapshotOptions) {
    this.#options = options;
  }

  /** As of the last query; undefined when the database did not respond. */
  get current(): Figures | undefined {
    return this.#current;
  }

  /** How full the message queue was; undefined when it did not respond. */
  get messages(): MessageQueueStats | undefined {
    return this.#messages;
  }

  /** Never rejects. */
  async refresh(): Promise<void> {
    if (this.#options.clock.monotonic() < this.#freshUntil) return;
    this.#looking ??= this.#lookAtAll().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  async #lookAtAll(): Promise<void> {
    await Promise.all([this.#look(), this.#lookAtMessages()]);
  }

  async #lookAtMessages(): Promise<void> {
    const { engine, clock } = this.#options;
    this.#messages = await readMessageQueue(engine, clock);
  }

  async #look(): Promise<void> {
    const { figures, clock, logger } = this.#options;
    try {
      const read = () => Promise.all([figures.queue(), figures.workers()]);
      const [queue, workers] = await withTimeout(clock, PATIENCE_MS, read);
      this.#current = { queue, workers };
    } catch (error) {
      this.#current = undefined;
      logger.warn('The database returns no figures; metrics are served without them.', { error });
    } finally {
      this.#freshUntil = clock.monotonic() + FRESH_MS;
    }
  }
}

/** How full the message queue is; undefined while it does not respond. Its health is reported elsewhere, so nothing is logged. */
export async function readMessageQueue(
  engine: Pick<Engine, 'queueStats' | 'status'>,
  clock: Clock,
): Promise<MessageQueueStats | undefined> {
  // Asking one that is away would only wait for it.
  if (engine.status().queue.health.status === 'down') return undefined;
  try {
    return await withTimeout(clock, PATIENCE_MS, () => engine.queueStats());
  } catch {
    return undefined;
  }
}

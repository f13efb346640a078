import { backoffDelay, type Clock, type Logger, type Random, toError } from '@kubemin/base';
import type { Engine, JournalEvent, JournalPage } from '@kubemin/engine';
import type { SqlDatabase } from '@kubemin/sql';
import { cloudEvent } from './cloud-event.ts';
import type { EventSink } from './event-sink.ts';
import { PUBLICATION_MIGRATIONS, PublicationRows, type PublicationTables } from './publication-rows.ts';

/** The state of a publication: `elsewhere` where another instance does it. */
export type PublicationStatus = 'up' | 'down' | 'elsewhere';

export interface PublisherOptions {
  readonly sink: EventSink;
  readonly rows: PublicationRows;
  readonly engine: Pick<Engine, 'journal' | 'status'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

const BATCH = 100;
const LOOK_MS = 1_000;
const BACKOFF = { minMs: 500, maxMs: 60_000 };

/**
 * Sends every transition of every run to a sink, in the order of the journal, at least once. The leader does it; the
 * position is stored in the database, so the next leader continues there. A sink that does not respond is retried, and
 * nothing else waits for it.
 */
class Publisher {
  readonly #options: PublisherOptions;
  #status: PublicationStatus = 'elsewhere';

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.sink.name;
  }

  get status(): PublicationStatus {
    return this.#status;
  }

  /** Works until the signal aborts; resolves then. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, random, logger, sink } = this.#options;
    for (let failures = 0; !signal.aborted; ) {
      try {
        await this.#whileLeading(signal, () => {
          if (failures > 0) logger.info('Events are published again.', { sink: sink.name, failures });
          failures = 0;
        });
        this.#status = 'elsewhere';
        await clock.sleep(LOOK_MS, signal);
      } catch (thrown) {
        if (signal.aborted) break;
        const error = toError(thrown);
        if (failures === 0)
          logger.warn('Events cannot be published; trying until they can.', { sink: sink.name, error });
        this.#status = 'down';
        await clock.sleep(backoffDelay(BACKOFF, failures, random), signal);
        failures += 1;
      }
    }
    await sink.close?.();
  }

  async #whileLeading(signal: AbortSignal, onDelivery: () => void): Promise<void> {
    const { rows, engine, sink } = this.#options;
    if (!engine.status().leads) return;
    let position = await rows.position(sink.name, () => engine.journal.head());
    if (this.#status === 'elsewhere') this.#status = 'up';
    for await (const page of this.#pages(position, signal)) {
      if (!engine.status().leads) return;
      this.#logGaps(page, position);
      for (let start = 0; start < page.events.length; start += BATCH) {
        const events = page.events.slice(start, start + BATCH);
        const next = await this.#deliver(events, position, signal);
        if (next === undefined) return;
        position = next;
        this.#status = 'up';
        onDelivery();
      }
    }
  }

  /** Looks up from time to time, so that one that leads no more notices while nothing happens. */
  async *#pages(after: number, signal: AbortSignal): AsyncGenerator<JournalPage> {
    const { engine, clock } = this.#options;
    const lost = new AbortController();
    const look = (): void => {
      if (engine.status().leads) stop = clock.after(LOOK_MS, look);
      else lost.abort();
    };
    let stop = clock.after(LOOK_MS, look);
    try {
      yield* engine.journal.tail(after, AbortSignal.any([signal, lost.signal]));
    } finally {
      stop();
    }
  }

  /** The place it is at then; undefined when another instance has taken over meanwhile. */
  async #deliver(events: readonly JournalEvent[], from: number, signal: AbortSignal): Promise<number | undefined> {
    const { rows, sink } = this.#options;
    const to = events.at(-1)?.position ?? from;
    await sink.deliver(events.map(cloudEvent), signal);
    return (await rows.move(sink.name, from, to)) ? to : undefined;
  }

  #logGaps({ complete }: JournalPage, position: number): void {
    if (complete) return;
    const { logger, sink } = this.#options;
    const words = 'Events were removed with their runs before they could be published; keep runs longer.';
    logger.error(words, { sink: sink.name, after: position });
  }
}

export interface PublicationOptions {
  readonly sinks: readonly EventSink[];
  readonly database: SqlDatabase;
  readonly engine: Pick<Engine, 'journal' | 'status'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** Publications, as far as others ask about them. */
export interface Publication {
  status(): readonly { readonly name: string; readonly status: PublicationStatus }[];
  /** Works until the signal aborts; resolves then. */
  run(signal: AbortSignal): Promise<void>;
}

/** Makes the publications to some sinks; none of them begins before it runs. */
export async function openPublication({ sinks, ...options }: PublicationOptions): Promise<Publication> {
  const tables = await options.database.withTables<PublicationTables>('publication', PUBLICATION_MIGRATIONS);
  const rows = new PublicationRows(tables);
  const publishers = sinks.map((sink) => new Publisher({ ...options, sink, rows }));
  return {
    status: () => publishers.map(({ name, status }) => ({ name, status })),
    run: async (signal) => {
      await Promise.all(publishers.map((publisher) => publisher.run(signal)));
    },
  };
}

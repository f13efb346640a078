import { type Clock, type Logger, WakeSignal } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { isStatusError, type KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { type AggregatedEvent, EventAggregator } from './event-aggregator.ts';
import { EventRateLimiter } from './event-rate-limiter.ts';
import type { EventRecorder, RecordedEvent } from './event-recorder.ts';

/** Options of an event sink. */
export interface EventSinkOptions {
  /** Writes events for which no other client is given. */
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How many events may wait; further ones are dropped, as events must never slow down the work. @default 1000 */
  readonly capacity?: number;
  /** @default a new rate limiter */
  readonly rateLimiter?: EventRateLimiter;
  /** Called for each dropped event. */
  readonly onDropped?: () => void;
}

/** Writes events as core/v1 Event objects. Equal events about one object share one Event, whose count increases. */
export class EventSink {
  readonly #client: KubeClient;
  readonly #logger: Logger;
  readonly #capacity: number;
  readonly #rateLimiter: EventRateLimiter;
  readonly #aggregator: EventAggregator;
  readonly #onDropped: () => void;
  /** Each type in the order of arrival, with the client that writes it. */
  readonly #waiting: Readonly<Record<RecordedEvent['type'], Map<AggregatedEvent, KubeClient>>> = {
    Warning: new Map(),
    Normal: new Map(),
  };
  /** Of two concurrent writes of one Event the older could be applied last. */
  readonly #writing = new Set<AggregatedEvent>();
  readonly #arrived = new WakeSignal();
  #dropped = 0;

  constructor(options: EventSinkOptions) {
    this.#client = options.client;
    this.#logger = options.logger;
    this.#capacity = options.capacity ?? 1000;
    this.#rateLimiter = options.rateLimiter ?? new EventRateLimiter({ clock: options.clock });
    this.#aggregator = new EventAggregator(options.clock);
    this.#onDropped = options.onDropped ?? (() => undefined);
  }

  /** A recorder whose events have `component` as their default source and are written with `client`. */
  recorder(component: string, client = this.#client): EventRecorder {
    return {
      record: (object, event, by = client) => {
        const source = event.source ?? { component };
        // Checked first: with very many events, even building the objects would cost more than the work.
        if (!this.#isAllowed(source.component, object, event)) return this.#drop();
        this.#waiting[event.type].set(this.#aggregator.aggregate(source, object, event), by);
        this.#arrived.notify();
      },
    };
  }

  /** Writes until `signal` aborts, then writes what is still waiting. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#arrived.wait(signal);
      await this.#flush();
    }
    await this.#flush();
    if (this.#dropped > 0) this.#logger.warn('events were dropped because too many waited', { dropped: this.#dropped });
  }

  #isAllowed(component: string, { kind, metadata }: KubeObject, { type }: RecordedEvent): boolean {
    if (this.#waiting[type].size >= this.#capacity) return false;
    const { uid, namespace, name } = metadata;
    return this.#rateLimiter.allow(`${component} ${uid ?? `${kind} ${namespace}/${name}`}`, type);
  }

  #drop(): void {
    this.#dropped += 1;
    this.#onDropped();
  }

  /** A few concurrently, so that they share commits. */
  async #flush(): Promise<void> {
    await Promise.all(Array.from({ length: WRITERS }, () => this.#writeAll()));
  }

  async #writeAll(): Promise<void> {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const [pending, by] = next;
      this.#writing.add(pending);
      try {
        await this.#write(pending, by);
      } catch (error) {
        // Events are best effort: a terminating namespace or an unavailable server must not block anything.
        this.#logger.debug('an event could not be written', { event: pending.event.metadata, error });
      } finally {
        this.#writing.delete(pending);
      }
    }
  }

  #next(): readonly [pending: AggregatedEvent, by: KubeClient] | undefined {
    for (const waiting of [this.#waiting.Warning, this.#waiting.Normal]) {
      for (const entry of waiting) {
        const [pending] = entry;
        // The writer of this Event checks the queue again afterwards.
        if (this.#writing.has(pending)) continue;
        waiting.delete(pending);
        return entry;
      }
    }
    return undefined;
  }

  async #write(event: AggregatedEvent, by: KubeClient): Promise<void> {
    if (event.isWritten && (await this.#count(event, by))) return;
    try {
      await by.resource(core.v1.events, event.namespace).create(event.event);
    } catch (error) {
      // It was stored, but the response was lost.
      if (!isStatusError(error, 'AlreadyExists')) throw error;
      await this.#count(event, by);
    }
    event.isWritten = true;
  }

  /** Whether the Event still existed: they expire after an hour. */
  async #count({ namespace, event }: AggregatedEvent, by: KubeClient): Promise<boolean> {
    const { metadata, count, message, lastTimestamp } = event;
    try {
      const body = { count, message, lastTimestamp };
      await by.resource(core.v1.events, namespace).patch(metadata.name, { type: 'merge', body });
      return true;
    } catch (error) {
      if (isStatusError(error, 'NotFound')) return false;
      throw error;
    }
  }
}

const WRITERS = 4;

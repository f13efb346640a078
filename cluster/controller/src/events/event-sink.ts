import { type Clock, type Logger, Nudge } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { isStatusError, type KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { EventRateLimiter } from './event-budget.ts';
import { type AggregatedEvent, EventAggregator } from './event-memory.ts';
import type { EventRecorder, RecordedEvent } from './event-recorder.ts';

/** Where events are written to, and how many may wait. */
export interface EventSinkOptions {
  /** Writes what nobody else is named for. */
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Events that wait to be written; more are dropped, as telling must never slow down doing. @default 1000 */
  readonly capacity?: number;
  /** What may be said at all. @default a budget of its own */
  readonly rateLimiter?: EventRateLimiter;
  /** Told of each event that is not written because there are too many. */
  readonly onDropped?: () => void;
}

/** Writes events as core/v1 Event objects. Equal events about one object share one Event, whose count grows. */
export class EventSink {
  readonly #client: KubeClient;
  readonly #logger: Logger;
  readonly #capacity: number;
  readonly #rateLimiter: EventRateLimiter;
  readonly #aggregator: EventAggregator;
  readonly #onDropped: () => void;
  /** Each kind in the order of arrival, with who is to write it. */
  readonly #waiting: Readonly<Record<RecordedEvent['type'], Map<AggregatedEvent, KubeClient>>> = {
    Warning: new Map(),
    Normal: new Map(),
  };
  /** Of two writes of one Event at once the older could come last. */
  readonly #writing = new Set<AggregatedEvent>();
  readonly #arrived = new Nudge();
  #dropped = 0;

  constructor(options: EventSinkOptions) {
    this.#client = options.client;
    this.#logger = options.logger;
    this.#capacity = options.capacity ?? 1000;
    this.#rateLimiter = options.rateLimiter ?? new EventRateLimiter({ clock: options.clock });
    this.#aggregator = new EventAggregator(options.clock);
    this.#onDropped = options.onDropped ?? (() => undefined);
  }

  /** A recorder whose events say `component` as their source, unless they say another, and are written with its client. */
  recorder(component: string, client = this.#client): EventRecorder {
    return {
      record: (object, event, by = client) => {
        const source = event.source ?? { component };
        // Looked at first: in a storm of events even describing them would cost more than doing the work.
        if (!this.#isAllowed(source.component, object, event)) return this.#drop();
        this.#waiting[event.type].set(this.#aggregator.aggregate(source, object, event), by);
        this.#arrived.nudge();
      },
    };
  }

  /** Writes until `signal` aborts, then what still waits at that moment. */
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

  /** A few side by side: they share commits then. */
  async #flush(): Promise<void> {
    await Promise.all(Array.from({ length: WRITERS }, () => this.#writeAll()));
  }

  async #writeAll(): Promise<void> {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const [told, by] = next;
      this.#writing.add(told);
      try {
        await this.#write(told, by);
      } catch (error) {
        // An event is a courtesy: a namespace that is going away or a server that is down must not hold up anything.
        this.#logger.debug('an event could not be written', { event: told.event.metadata, error });
      } finally {
        this.#writing.delete(told);
      }
    }
  }

  #next(): readonly [told: AggregatedEvent, by: KubeClient] | undefined {
    for (const waiting of [this.#waiting.Warning, this.#waiting.Normal]) {
      for (const entry of waiting) {
        const [told] = entry;
        // Whoever writes it looks again afterwards.
        if (this.#writing.has(told)) continue;
        waiting.delete(told);
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
      // It was stored, but the answer got lost.
      if (!isStatusError(error, 'AlreadyExists')) throw error;
      await this.#count(event, by);
    }
    event.isWritten = true;
  }

  /** Whether there was still an Event to count in: they live for an hour. */
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

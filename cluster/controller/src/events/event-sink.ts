import { createHash } from 'node:crypto';
import { type Clock, type Logger, Nudge } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { isStatusError, type KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Event } from '@kubemin/kubeapi/types/core.v1';
import { EventBudget } from './event-budget.ts';
import type { EventRecorder, RecordedEvent } from './event-recorder.ts';

/** Where events are written to, and how many may wait. */
export interface EventSinkOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Events that wait to be written; more are dropped, as telling must never slow down doing. @default 1000 */
  readonly capacity?: number;
  /** What may be said at all. @default a budget of its own */
  readonly budget?: EventBudget;
  /** Told of each event that is not written because there are too many. */
  readonly onDropped?: () => void;
}

interface Occurrence {
  readonly event: Event;
  count: number;
  lastTimestamp: string;
}

/**
 * Writes events as core/v1 Event objects. Equal events about one object share one Event whose name follows from its
 * content, and whose count grows: also across restarts, without remembering anything.
 */
export class EventSink {
  readonly #client: KubeClient;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #capacity: number;
  readonly #budget: EventBudget;
  readonly #onDropped: () => void;
  /** By name, each kind in the order of arrival. */
  readonly #waiting: Readonly<Record<RecordedEvent['type'], Map<string, Occurrence>>> = {
    Warning: new Map(),
    Normal: new Map(),
  };
  /** Names that are being written: two writes of one Event at once would lose a count. */
  readonly #inWriting = new Set<string>();
  readonly #arrived = new Nudge();
  #dropped = 0;

  constructor(options: EventSinkOptions) {
    this.#client = options.client;
    this.#clock = options.clock;
    this.#logger = options.logger;
    this.#capacity = options.capacity ?? 1000;
    this.#budget = options.budget ?? new EventBudget({ clock: options.clock });
    this.#onDropped = options.onDropped ?? (() => undefined);
  }

  /** A recorder whose events say `component` as their source. */
  recorder(component: string): EventRecorder {
    return {
      record: (object, event) => {
        // Looked at first: in a storm of events even describing them would cost more than doing the work.
        if (this.#admits(component, object, event)) this.#add(event.type, this.#describe(component, object, event));
        else this.#drop();
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

  #admits(component: string, { kind, metadata }: KubeObject, { type }: RecordedEvent): boolean {
    if (this.#waiting[type].size >= this.#capacity) return false;
    const { uid, namespace, name } = metadata;
    return this.#budget.grants(`${component} ${uid ?? `${kind} ${namespace}/${name}`}`, type);
  }

  #drop(): void {
    this.#dropped += 1;
    this.#onDropped();
  }

  #add(type: RecordedEvent['type'], event: Event): void {
    const key = `${event.metadata.namespace}/${event.metadata.name}`;
    const known = this.#waiting[type].get(key);
    if (known !== undefined) {
      known.count += 1;
      known.lastTimestamp = event.lastTimestamp ?? known.lastTimestamp;
    } else {
      this.#waiting[type].set(key, { event, count: 1, lastTimestamp: event.lastTimestamp ?? '' });
    }
    this.#arrived.nudge();
  }

  /** A few side by side: they share commits then. */
  async #flush(): Promise<void> {
    await Promise.all(Array.from({ length: WRITERS }, () => this.#writeAll()));
  }

  async #writeAll(): Promise<void> {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const [key, occurrence] = next;
      this.#inWriting.add(key);
      try {
        await this.#write(occurrence);
      } catch (error) {
        // An event is a courtesy: a namespace that is going away or a server that is down must not hold up anything.
        this.#logger.debug('an event could not be written', { event: occurrence.event.metadata, error });
      } finally {
        this.#inWriting.delete(key);
      }
    }
  }

  #next(): readonly [key: string, occurrence: Occurrence] | undefined {
    for (const waiting of [this.#waiting.Warning, this.#waiting.Normal]) {
      for (const entry of waiting) {
        const [key] = entry;
        // Whoever writes it looks again afterwards.
        if (this.#inWriting.has(key)) continue;
        waiting.delete(key);
        return entry;
      }
    }
    return undefined;
  }

  async #write({ event, count, lastTimestamp }: Occurrence): Promise<void> {
    const events = this.#client.resource(core.v1.events, event.metadata.namespace);
    try {
      await events.create({ ...event, count, lastTimestamp });
    } catch (error) {
      if (!isStatusError(error, 'AlreadyExists')) throw error;
      const name = event.metadata.name ?? '';
      // Whoever writes events may not read them: what is known comes back with the first of two writes.
      const known = await events.patch(name, { type: 'merge', body: { lastTimestamp } });
      await events.patch(name, { type: 'merge', body: { count: (known.count ?? 0) + count } });
    }
  }

  #describe(component: string, object: KubeObject, { type, reason, message }: RecordedEvent): Event {
    const { name = '', namespace, uid = '', resourceVersion } = object.metadata;
    const now = new Date(this.#clock.now()).toISOString().replace(/\.\d+Z$/, 'Z');
    const hash = createHash('sha256')
      .update(JSON.stringify([uid, component, type, reason, message]))
      .digest('hex');
    return {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: eventName(name, hash), namespace: namespace ?? 'default' },
      involvedObject: {
        apiVersion: object.apiVersion,
        kind: object.kind,
        name,
        uid,
        ...(namespace === undefined ? {} : { namespace }),
        ...(resourceVersion === undefined ? {} : { resourceVersion }),
      },
      type,
      reason,
      message,
      source: { component },
      reportingComponent: component,
      reportingInstance: '',
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
    };
  }
}

const WRITERS = 4;
const LONGEST_NAME = 253;
const HASH_CHARACTERS = 16;

/** The longest names leave no room for more: as the hash tells Events apart, the end of the name can go. */
function eventName(name: string, hash: string): string {
  const clipped = name.slice(0, LONGEST_NAME - HASH_CHARACTERS - 1).replace(/[-.]+$/, '');
  return `${clipped}.${hash.slice(0, HASH_CHARACTERS)}`;
}

import type { Clock } from '@kubemin/base';
import type { KubeObject } from '@kubemin/kubeapi';
import type { Event } from '@kubemin/kubeapi/types/core.v1';
import type { EventOrigin, RecordedEvent } from './event-recorder.ts';

/** An Event object with its count, written or to be written. */
export interface AggregatedEvent {
  readonly type: RecordedEvent['type'];
  readonly namespace: string;
  /** The complete object for the next write. */
  event: Event & { readonly metadata: { readonly name: string }; readonly count: number };
  /** Whether it was written to the server. */
  isWritten: boolean;
}

/** The different messages about one object with one reason. */
interface SimilarEvents {
  readonly messages: Set<string>;
  lastMs: number;
}

/** As in Kubernetes: after this many different messages for one reason within the window, further ones share an Event. */
const MAX_DIFFERENT_MESSAGES = 10;
const SIMILAR_WINDOW_MS = 10 * 60_000;
const COMBINED = '(combined from similar events): ';
/** How many Events are remembered; the least recently used is forgotten. */
const MAX_REMEMBERED = 4096;

/**
 * Remembers recent Events: a repeated one is counted, and too many different messages for one reason are combined in one
 * Event. A forgotten Event, as after a restart, starts again with a new object.
 */
export class EventAggregator {
  readonly #clock: Clock;
  readonly #events = new Map<string, AggregatedEvent>();
  readonly #similar = new Map<string, SimilarEvents>();
  readonly #names = new Map<string, EventNames>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The Event for `recorded`, with its count increased. */
  aggregate(source: EventOrigin, object: KubeObject, recorded: RecordedEvent): AggregatedEvent {
    const now = this.#clock.now();
    const { kind, metadata } = object;
    const origin = [source.component, source.host, metadata.uid ?? `${kind} ${metadata.namespace}/${metadata.name}`];
    const similarKey = JSON.stringify([...origin, recorded.type, recorded.reason]);
    const isCombined = this.#isCombined(similarKey, recorded.message, now);
    const key = isCombined ? similarKey : `${similarKey} ${recorded.message}`;
    const message = isCombined ? COMBINED + recorded.message : recorded.message;
    const known = this.#events.get(key);
    const aggregated = known ?? this.#createEvent(source, object, recorded, now);
    const { event } = aggregated;
    aggregated.event = {
      ...event,
      message,
      count: event.count + 1,
      lastTimestamp: seconds(recorded.occurredAt ?? now),
    };
    keepLatest(this.#events, key, aggregated);
    return aggregated;
  }

  #isCombined(key: string, message: string, now: number): boolean {
    const known = this.#similar.get(key);
    const similar =
      known !== undefined && now - known.lastMs <= SIMILAR_WINDOW_MS
        ? known
        : { messages: new Set<string>(), lastMs: now };
    similar.lastMs = now;
    if (similar.messages.size < MAX_DIFFERENT_MESSAGES) similar.messages.add(message);
    keepLatest(this.#similar, key, similar);
    return similar.messages.size >= MAX_DIFFERENT_MESSAGES;
  }

  #createEvent(source: EventOrigin, object: KubeObject, recorded: RecordedEvent, now: number): AggregatedEvent {
    const { name = '', namespace, uid = '', resourceVersion } = object.metadata;
    const event = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: this.#eventNames(source).next(name, now), namespace: namespace ?? 'default' },
      involvedObject: {
        apiVersion: object.apiVersion,
        kind: object.kind,
        name,
        uid,
        ...(namespace === undefined ? {} : { namespace }),
        ...(resourceVersion === undefined ? {} : { resourceVersion }),
      },
      ...{ type: recorded.type, reason: recorded.reason, message: recorded.message },
      source,
      reportingComponent: source.component,
      reportingInstance: source.host ?? '',
      firstTimestamp: seconds(recorded.occurredAt ?? now),
      lastTimestamp: seconds(recorded.occurredAt ?? now),
      count: 0,
    } as const;
    return { type: recorded.type, namespace: event.metadata.namespace, event, isWritten: false };
  }

  #eventNames({ component }: EventOrigin): EventNames {
    const known = this.#names.get(component);
    if (known !== undefined) return known;
    const names = new EventNames(component);
    this.#names.set(component, names);
    return names;
  }
}

function keepLatest<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= MAX_REMEMBERED) return;
  const oldest = map.keys().next();
  if (oldest.done !== true) map.delete(oldest.value);
}

function seconds(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

const LONGEST_NAME = 253;
const NANOSECONDS_PER_MILLISECOND = 1_000_000n;

/**
 * Names Events after their object and the time, as Kubernetes does: lists are ordered by name and timestamps of Events
 * have whole seconds, so only the name preserves the order.
 */
class EventNames {
  readonly #offset: bigint;
  #last = 0n;

  /** Each source has its own offset within a millisecond: other sources name Events of the same object as well. */
  constructor(source: string) {
    this.#offset = BigInt(sourceOffset(source)) % NANOSECONDS_PER_MILLISECOND;
  }

  /** A name that this source has not used yet. */
  next(object: string, nowMs: number): string {
    const time = BigInt(Math.trunc(nowMs)) * NANOSECONDS_PER_MILLISECOND + this.#offset;
    this.#last = time > this.#last ? time : this.#last + 1n;
    const suffix = this.#last.toString(16);
    // Truncated for the longest names: the time makes the name unique.
    const clipped = object.slice(0, LONGEST_NAME - suffix.length - 1).replace(/[-.]+$/, '');
    return `${clipped}.${suffix}`;
  }
}

function sourceOffset(source: string): number {
  let place = 0;
  for (const character of source) place = (place * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return place;
}

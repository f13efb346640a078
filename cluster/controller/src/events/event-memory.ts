import type { Clock } from '@kubemin/base';
import type { KubeObject } from '@kubemin/kubeapi';
import type { Event } from '@kubemin/kubeapi/types/core.v1';
import type { EventOrigin, RecordedEvent } from './event-recorder.ts';

/** An Event object as it is or is to be: what happens again is counted in it. */
export interface AggregatedEvent {
  readonly type: RecordedEvent['type'];
  readonly namespace: string;
  /** Everything, as it is to be written next. */
  event: Event & { readonly metadata: { readonly name: string }; readonly count: number };
  /** Whether the server has it, as far as is known. */
  isWritten: boolean;
}

/** What was said of one object for one reason, in different words. */
interface SimilarEvents {
  readonly messages: Set<string>;
  lastMs: number;
}

/** As in Kubernetes: so many different messages for one reason within so much time, and further ones share an Event. */
const MAX_DIFFERENT_MESSAGES = 10;
const SIMILAR_WINDOW_MS = 10 * 60_000;
const COMBINED = '(combined from similar events): ';
/** Of so many Events is remembered that they were written. */
const MAX_REMEMBERED = 4096;

/**
 * Knows which Events were written lately: one that says the same again is counted, and when an object has too many of
 * one kind to tell, the rest is told in one. What is forgotten, as after a restart, begins a new Event.
 */
export class EventAggregator {
  readonly #clock: Clock;
  readonly #events = new Map<string, AggregatedEvent>();
  readonly #similar = new Map<string, SimilarEvents>();
  readonly #names = new Map<string, EventNames>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The Event that tells this, counted once more. */
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
 * Names Events after their object and the time, as Kubernetes does: lists are ordered by name and times of Events have
 * whole seconds, so the name alone says what came first.
 */
class EventNames {
  readonly #offset: bigint;
  #last = 0n;

  /** Within a millisecond each source has a place of its own: others name Events of the same object, too. */
  constructor(source: string) {
    this.#offset = BigInt(sourceOffset(source)) % NANOSECONDS_PER_MILLISECOND;
  }

  /** A name that this source has not given yet. */
  next(object: string, nowMs: number): string {
    const time = BigInt(Math.trunc(nowMs)) * NANOSECONDS_PER_MILLISECOND + this.#offset;
    this.#last = time > this.#last ? time : this.#last + 1n;
    const suffix = this.#last.toString(16);
    // The longest names leave no room for more: as the time tells Events apart, the end of the name can go.
    const clipped = object.slice(0, LONGEST_NAME - suffix.length - 1).replace(/[-.]+$/, '');
    return `${clipped}.${suffix}`;
  }
}

function sourceOffset(source: string): number {
  let place = 0;
  for (const character of source) place = (place * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return place;
}

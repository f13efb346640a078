import type { Clock } from '@kubemin/base';
import type { KubeObject } from '@kubemin/kubeapi';
import type { Event } from '@kubemin/kubeapi/types/core.v1';
import type { EventOrigin, RecordedEvent } from './event-recorder.ts';

/** An Event object as it is or is to be: what happens again is counted in it. */
export interface ToldEvent {
  readonly type: RecordedEvent['type'];
  readonly namespace: string;
  /** Everything, as it is to be written next. */
  event: Event & { readonly metadata: { readonly name: string }; readonly count: number };
  /** Whether the server has it, as far as is known. */
  isWritten: boolean;
}

/** What was said of one object for one reason, in different words. */
interface Likeness {
  readonly messages: Set<string>;
  lastMs: number;
}

/** As in Kubernetes: so many different messages for one reason within so much time, and further ones share an Event. */
const DIFFERENT_MESSAGES = 10;
const LIKENESS_MS = 10 * 60_000;
const COMBINED = '(combined from similar events): ';
/** Of so many Events is remembered that they were written. */
const REMEMBERED = 4096;

/**
 * Knows which Events were written lately: one that says the same again is counted, and when an object has too many of
 * one kind to tell, the rest is told in one. What is forgotten, as after a restart, begins a new Event.
 */
export class EventMemory {
  readonly #clock: Clock;
  readonly #told = new Map<string, ToldEvent>();
  readonly #likenesses = new Map<string, Likeness>();
  readonly #names = new Map<string, EventNames>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The Event that tells this, counted once more. */
  tell(source: EventOrigin, object: KubeObject, said: RecordedEvent): ToldEvent {
    const now = this.#clock.now();
    const { kind, metadata } = object;
    const about = [source.component, source.host, metadata.uid ?? `${kind} ${metadata.namespace}/${metadata.name}`];
    const kindOfNews = JSON.stringify([...about, said.type, said.reason]);
    const isCombined = this.#isOneOfMany(kindOfNews, said.message, now);
    const key = isCombined ? kindOfNews : `${kindOfNews} ${said.message}`;
    const message = isCombined ? COMBINED + said.message : said.message;
    const known = this.#told.get(key);
    const told = known ?? this.#begin(source, object, said, now);
    const { event } = told;
    told.event = { ...event, message, count: event.count + 1, lastTimestamp: seconds(said.occurredAt ?? now) };
    keepLatest(this.#told, key, told);
    return told;
  }

  #isOneOfMany(key: string, message: string, now: number): boolean {
    const known = this.#likenesses.get(key);
    const likeness =
      known !== undefined && now - known.lastMs <= LIKENESS_MS ? known : { messages: new Set<string>(), lastMs: now };
    likeness.lastMs = now;
    if (likeness.messages.size < DIFFERENT_MESSAGES) likeness.messages.add(message);
    keepLatest(this.#likenesses, key, likeness);
    return likeness.messages.size >= DIFFERENT_MESSAGES;
  }

  #begin(source: EventOrigin, object: KubeObject, said: RecordedEvent, now: number): ToldEvent {
    const { name = '', namespace, uid = '', resourceVersion } = object.metadata;
    const event = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: this.#namesOf(source).next(name, now), namespace: namespace ?? 'default' },
      involvedObject: {
        apiVersion: object.apiVersion,
        kind: object.kind,
        name,
        uid,
        ...(namespace === undefined ? {} : { namespace }),
        ...(resourceVersion === undefined ? {} : { resourceVersion }),
      },
      ...{ type: said.type, reason: said.reason, message: said.message },
      source,
      reportingComponent: source.component,
      reportingInstance: source.host ?? '',
      firstTimestamp: seconds(said.occurredAt ?? now),
      lastTimestamp: seconds(said.occurredAt ?? now),
      count: 0,
    } as const;
    return { type: said.type, namespace: event.metadata.namespace, event, isWritten: false };
  }

  #namesOf({ component }: EventOrigin): EventNames {
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
  if (map.size <= REMEMBERED) return;
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
    this.#offset = BigInt(placeOf(source)) % NANOSECONDS_PER_MILLISECOND;
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

function placeOf(source: string): number {
  let place = 0;
  for (const character of source) place = (place * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return place;
}

import { toError, WakeSignal } from '@kubemin/base';
import type { Message } from '@platformatic/kafka';
import { queueMessages } from '../../messages/index.ts';
import type { QueueMessage } from '../queue-driver.ts';
import { closeQuietly, type TextConsumer } from './kafka-client.ts';
import { notJoined } from './kafka-failure.ts';

type TextMessage = Message<string, string, string, string>;
type TextStream = Awaited<ReturnType<TextConsumer['consume']>>;

interface Place {
  readonly partition: number;
  readonly offset: bigint;
  /** When it was published, in milliseconds since the epoch. */
  readonly at: number;
}

/** What a member reads, and how it begins. */
export interface MembershipOptions {
  readonly consumer: TextConsumer;
  readonly topic: string;
  readonly offsetReset: 'earliest' | 'latest';
}

/** Fetching pauses while so many wait to be read. */
const MOST_BUFFERED = 200;

/**
 * One stay in the consumer group: from joining until it leaves or something breaks; then a new one begins.
 * Its heartbeat runs independently of the work, so that a member lives as long as its process.
 */
export class KafkaMembership {
  /** Nudged when there is something to take, or to know. */
  readonly changed = new WakeSignal();
  readonly #consumer: TextConsumer;
  readonly #topic: string;
  readonly #stream: TextStream;
  /** A topic that was created again counts from zero: its messages must not be taken for the old ones. */
  readonly #topicId: string;
  readonly #progress = new Map<number, PartitionProgress>();
  readonly #committed = new Map<number, bigint>();
  readonly #places = new Map<string, Place>();
  #buffer: { readonly message: QueueMessage; readonly place: Place }[] = [];
  #failure: Error | undefined;

  private constructor(options: MembershipOptions, stream: TextStream, topicId: string) {
    this.#consumer = options.consumer;
    this.#topic = options.topic;
    this.#stream = stream;
    this.#topicId = topicId;
    stream.on('data', (message: TextMessage) => this.#arrived(message));
    stream.on('error', (error: Error) => this.#fail(error));
    stream.on('close', () => this.#fail(notJoined(queueMessages.streamEnded)));
    this.#consumer.on('consumer:group:join', () => this.#reassigned());
  }

  /** Joins the group, which may take as long as the group needs to agree. */
  static async join(options: MembershipOptions): Promise<KafkaMembership> {
    const { consumer, topic, offsetReset } = options;
    let early: Error | undefined;
    let fail = (error: Error): void => {
      early = error;
    };
    // Without a listener an error would end the process.
    consumer.on('error', (error: Error) => fail(error));
    try {
      const stream = await consumer.consume({ topics: [topic], mode: 'committed', fallbackMode: offsetReset });
      const metadata = await consumer.metadata({ topics: [topic] });
      const membership = new KafkaMembership(options, stream, metadata.topics.get(topic)?.id ?? '');
      fail = (error) => membership.#fail(error);
      return membership;
    } catch (thrown) {
      await closeQuietly({ close: () => consumer.close(true) });
      throw early ?? thrown;
    }
  }

  /** Set once something broke: this stay is over. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Whether the message is one of a partition that is this member's. */
  holds(id: string): boolean {
    return this.#places.has(id);
  }

  /** When the oldest message was published that this member was given and that is not settled. */
  oldestAt(): number | undefined {
    let oldest: number | undefined;
    for (const { at } of this.#places.values()) if (oldest === undefined || at < oldest) oldest = at;
    return oldest;
  }

  take(count: number): readonly QueueMessage[] {
    const taken = this.#buffer.splice(0, count);
    if (this.#buffer.length < MOST_BUFFERED && this.#stream.isPaused()) this.#stream.resume();
    return taken.map(({ message }) => message);
  }

  /** Work on these is done; those that are not this member's any more are ignored. */
  finish(ids: readonly string[]): void {
    for (const id of ids) {
      const place = this.#places.get(id);
      this.#places.delete(id);
      if (place !== undefined) this.#progress.get(place.partition)?.finish(place.offset);
    }
  }

  /** Commits the offset of each partition that has advanced since the last commit. */
  async commit(): Promise<void> {
    const offsets = [...this.#progress].flatMap(([partition, progress]) => {
      const offset = progress.position();
      return this.#committed.get(partition) === offset
        ? []
        : [{ topic: this.#topic, partition, offset, leaderEpoch: -1 }];
    });
    if (offsets.length === 0) return;
    await this.#consumer.commit({ offsets });
    for (const { partition, offset } of offsets) {
      if (this.#progress.has(partition)) this.#committed.set(partition, offset);
    }
  }

  async leave(): Promise<void> {
    this.#failure ??= notJoined(queueMessages.memberLeft);
    await closeQuietly({ close: () => this.#consumer.close(true) });
  }

  #arrived({ partition, offset, value, timestamp }: TextMessage): void {
    if (!this.#assigned().has(partition)) return;
    const progress = this.#progress.get(partition) ?? new PartitionProgress();
    this.#progress.set(partition, progress);
    if (!progress.begin(offset)) return;
    const id = `${this.#topicId}/${partition}/${offset}`;
    const place = { partition, offset, at: Number(timestamp) };
    this.#places.set(id, place);
    this.#buffer.push({ message: { id, payload: value ?? '' }, place });
    if (this.#buffer.length >= MOST_BUFFERED) this.#stream.pause();
    this.changed.notify();
  }

  /** What belongs to others now is forgotten; they get it from the last committed place on. */
  #reassigned(): void {
    const assigned = this.#assigned();
    for (const partition of [...this.#progress.keys()].filter((partition) => !assigned.has(partition))) {
      this.#progress.delete(partition);
      this.#committed.delete(partition);
    }
    for (const [id, place] of this.#places) if (!assigned.has(place.partition)) this.#places.delete(id);
    this.#buffer = this.#buffer.filter(({ place }) => assigned.has(place.partition));
    this.changed.notify();
  }

  #assigned(): ReadonlySet<number> {
    const assignment = this.#consumer.assignments?.find(({ topic }) => topic === this.#topic);
    return new Set(assignment?.partitions);
  }

  #fail(thrown: unknown): void {
    this.#failure ??= toError(thrown);
    this.changed.notify();
  }
}

/**
 * How far the work on a partition has come. Kafka knows only one number per partition: everything before it is done.
 * Several messages may be in work and end in any order, so the number stops at the first that is not done.
 *
 * After a rebalance the same messages arrive again, from that number on: those still known here are recognised.
 */
export class PartitionProgress {
  readonly #open = new Set<bigint>();
  /** Done, but behind one that is open. */
  readonly #done = new Set<bigint>();
  #next = 0n;

  /** False when the message is known: it is in work, or done and waiting for others. */
  begin(offset: bigint): boolean {
    if (this.#open.has(offset) || this.#done.has(offset)) return false;
    this.#open.add(offset);
    if (offset >= this.#next) this.#next = offset + 1n;
    return true;
  }

  /** Messages that were never begun are ignored. */
  finish(offset: bigint): void {
    if (!this.#open.delete(offset)) return;
    this.#done.add(offset);
    const position = this.position();
    for (const done of this.#done) if (done < position) this.#done.delete(done);
  }

  /** Everything before it is done, as far as it was begun here. */
  position(): bigint {
    let lowest = this.#next;
    for (const offset of this.#open) if (offset < lowest) lowest = offset;
    return lowest;
  }
}

import type { Clock } from '@kubemin/base';
import { ActivePods } from './active-pods.ts';
import type { ClusterEvent } from './cluster-event.ts';
import { Heap } from './heap.ts';
import { type IncomingEvent, incomingEvent, type QueueName } from './queue-event.ts';
import type { QueuedPod } from './queued-pod.ts';

/** What a queue needs besides its pods. */
export interface SchedulingQueueOptions {
  readonly clock: Clock;
  /** Whether an event may help a pod against what stood in its way. */
  readonly helps: (event: ClusterEvent, pod: QueuedPod, blockers: ReadonlySet<string>) => boolean;
  /** Called when pods can be taken that could not be before. */
  readonly onReady: () => void;
  /** Called for each pod that begins to wait, and for what. @default no callback */
  readonly onIncoming?: (event: IncomingEvent, queue: QueueName) => void;
}

/** How many pods wait, and for what. */
export interface QueueDepth {
  readonly active: number;
  readonly backoff: number;
  readonly unschedulable: number;
}

/** Pods of one kind that met the same obstacles: an event helps all of them or none. */
interface Parked {
  readonly blockers: ReadonlySet<string>;
  readonly pods: Map<string, QueuedPod>;
}

interface Due {
  readonly at: number;
  readonly pod: QueuedPod;
}

const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 10_000;
/** Hints are meant to be right; should one be wrong, its pod is tried again after this time. */
const LONGEST_WAIT_MS = 300_000;

/**
 * The pods that wait for a node. A pod is either to be tried now, or backing off, or parked until something happens
 * that may help. Taking, deciding and parking must not be interrupted by anything awaited: an event that arrives in
 * between would be lost.
 */
export class SchedulingQueue {
  readonly #options: SchedulingQueueOptions;
  readonly #active = new ActivePods<QueuedPod>();
  readonly #parked = new Map<string, Parked>();
  /** Where each parked pod is. */
  readonly #places = new Map<string, string>();
  /** When pods that wait are tried without any event. Entries whose pod has moved on meanwhile mean nothing. */
  readonly #due = new Heap<Due>((a, b) => a.at < b.at);
  readonly #dueAt = new Map<string, Due>();
  readonly #failures = new Map<string, { readonly count: number; readonly at: number }>();
  #cancelTimer: (() => void) | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  constructor(options: SchedulingQueueOptions) {
    this.#options = options;
  }

  get depth(): QueueDepth {
    const unschedulable = this.#places.size;
    return { active: this.#active.size, backoff: this.#dueAt.size - unschedulable, unschedulable };
  }

  /** The pod is new, or changed in a way that may change where it can go: it is tried at once. */
  add(pod: QueuedPod, event: IncomingEvent = 'PodAdd'): void {
    this.#leave(pod.key);
    this.#activate(pod, event);
  }

  /** The pod's turn has come before, and was put off. */
  resume(pod: QueuedPod): void {
    this.#leave(pod.key);
    this.#active.add(pod);
    this.#options.onReady();
  }

  /** The pod waits no more. */
  remove(key: string): void {
    this.#leave(key);
    this.#active.remove(key);
    this.#failures.delete(key);
  }

  /** The pods to be tried next, all of one kind and importance. */
  take(max: number): readonly QueuedPod[] {
    return this.#active.take(max);
  }

  /** Pods that were taken and not tried. */
  giveBack(pods: readonly QueuedPod[]): void {
    this.#active.addFirst(pods);
  }

  /** The pod was tried in vain; only what helps against one of the blockers is a reason to try again. */
  park(pod: QueuedPod, blockers: ReadonlySet<string>): void {
    const now = this.#fail(pod);
    const place = `${[...blockers].sort().join(' ')} ${pod.kind}`;
    const parked = this.#parked.get(place) ?? { blockers, pods: new Map<string, QueuedPod>() };
    parked.pods.set(pod.key, pod);
    this.#parked.set(place, parked);
    this.#places.set(pod.key, place);
    this.#tryAt(pod, now + LONGEST_WAIT_MS);
    this.#options.onIncoming?.('ScheduleAttemptFailure', 'unschedulable');
  }

  /** The pod could be placed but not bound, or its state could not be written: it is tried again after a back-off. */
  backOff(pod: QueuedPod): void {
    const now = this.#fail(pod);
    const failures = this.#failures.get(pod.key)?.count ?? 1;
    this.#tryAt(pod, now + backoffMs(failures));
    this.#options.onIncoming?.('ScheduleAttemptFailure', 'backoff');
  }

  /** Brings back the pods that the event may help, at once or when they have backed off. */
  wake(event: ClusterEvent): void {
    for (const { blockers, pods } of [...this.#parked.values()]) {
      const [one] = pods.values();
      if (one === undefined || !this.#options.helps(event, one, blockers)) continue;
      for (const pod of [...pods.values()]) this.#bringBack(pod, incomingEvent(event));
    }
  }

  /** Forgets everything. */
  close(): void {
    this.#cancelTimer?.();
    this.#due.clear();
    this.#dueAt.clear();
    this.#parked.clear();
    this.#places.clear();
  }

  /** The first failure costs nothing: what helps may be there in a moment, such as a claim made right after its pod. */
  #bringBack(pod: QueuedPod, event: IncomingEvent): void {
    this.#leave(pod.key);
    const failures = this.#failures.get(pod.key);
    const at = failures === undefined ? 0 : failures.at + backoffMs(failures.count - 1);
    if (at <= this.#options.clock.monotonic()) {
      this.#activate(pod, event);
      return;
    }
    this.#tryAt(pod, at);
    this.#options.onIncoming?.(event, 'backoff');
  }

  #activate(pod: QueuedPod, event: IncomingEvent): void {
    this.#active.add(pod);
    this.#options.onIncoming?.(event, 'active');
    this.#options.onReady();
  }

  #fail({ key }: QueuedPod): number {
    this.#leave(key);
    const at = this.#options.clock.monotonic();
    this.#failures.set(key, { count: (this.#failures.get(key)?.count ?? 0) + 1, at });
    return at;
  }

  #leave(key: string): void {
    this.#dueAt.delete(key);
    const place = this.#places.get(key);
    if (place === undefined) return;
    this.#places.delete(key);
    const parked = this.#parked.get(place);
    parked?.pods.delete(key);
    if (parked?.pods.size === 0) this.#parked.delete(place);
  }

  #tryAt(pod: QueuedPod, at: number): void {
    const due = { at, pod };
    this.#dueAt.set(pod.key, due);
    this.#due.push(due);
    this.#setTimer();
  }

  #setTimer(): void {
    const first = this.#due.first;
    if (first === undefined || first.at >= this.#timerAt) return;
    this.#cancelTimer?.();
    this.#timerAt = first.at;
    const wait = Math.max(0, first.at - this.#options.clock.monotonic());
    this.#cancelTimer = this.#options.clock.after(wait, () => {
      this.#timerAt = Number.POSITIVE_INFINITY;
      this.#release();
      this.#setTimer();
    });
  }

  #release(): void {
    const now = this.#options.clock.monotonic();
    for (let due = this.#due.first; due !== undefined && due.at <= now; due = this.#due.first) {
      this.#due.pop();
      if (this.#dueAt.get(due.pod.key) !== due) continue;
      const event = this.#places.has(due.pod.key) ? 'UnschedulableTimeout' : 'BackoffComplete';
      this.#leave(due.pod.key);
      this.#activate(due.pod, event);
    }
  }
}

/** Nothing for no failure, then doubling. */
function backoffMs(failures: number): number {
  return failures === 0 ? 0 : Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(failures - 1, 10));
}

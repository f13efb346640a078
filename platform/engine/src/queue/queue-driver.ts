import type { Clock, Logger, Random } from '@kubemin/base';
import type { QueueSettings } from './queue-settings.ts';

/** How messages of a consumer that died come back. */
export type Reclaim =
  /** By any consumer that asks, once they have not been extended for a while. */
  | 'by-idle-time'
  /** By those left in the group, once the dead member's session is over. */
  | 'by-session';

/** What a queue can do. The engine decides by these fields, never by the driver's name. */
export interface QueueCapabilities {
  /** Other processes see what is published, so that work spreads over instances. */
  readonly shared: boolean;
  readonly reclaim: Reclaim;
  /** A consumer that joins or leaves may cause messages to be delivered that others have in work. */
  readonly redeliversOnJoin: boolean;
}

/** A message as the queue stores it. */
export interface QueueMessage {
  /** Names it to `acknowledge`, `extend` and `release`; the same whenever it is delivered again. */
  readonly id: string;
  readonly payload: string;
  /** Set when the driver knows that it was delivered before; those of `reclaim` were in any case. */
  readonly redelivered?: true;
}

/** How full a queue is. */
export interface QueueStats {
  /** Messages the queue holds, settled ones that it has not dropped yet included. */
  readonly length: number;
  /** Messages that are not settled: not delivered yet, or in work. */
  readonly backlog: number;
  /** Of the backlog, those delivered: to any consumer, or only to this process where the queue does not report it. */
  readonly pending: number;
  /**
   * The age of the oldest message of the backlog; 0 without one. Absent where the queue does not report it to this
   * process: the ages of all instances together are then those of the queue.
   */
  readonly oldestMs?: number;
}

/** One consumer's end of a queue. Calls reject with RetryableError while the queue is away, and may be repeated. */
export interface QueueSubscription {
  /** New messages, waiting up to `blockMs` for the first. Ends early, and possibly empty, when `signal` aborts. */
  read(options: {
    readonly count: number;
    readonly blockMs: number;
    readonly signal: AbortSignal;
  }): Promise<readonly QueueMessage[]>;
  /** Messages that were delivered at least `minIdleMs` ago and neither settled nor extended since, now this consumer's. */
  reclaim(options: { readonly count: number; readonly minIdleMs: number }): Promise<readonly QueueMessage[]>;
  /** Never delivers these again. Messages that are no longer this consumer's, or no longer there, are no error. */
  acknowledge(ids: readonly string[]): Promise<void>;
  /** Restarts the idle time of those that still belong to this consumer. */
  extend(ids: readonly string[]): Promise<void>;
  /** Lets others have those that are still this consumer's, at once. */
  release(ids: readonly string[]): Promise<void>;
  /** Leaves; what was read and not acknowledged is for others. */
  close(): Promise<void>;
}

/** An open queue, as its driver sees it. It connects when first used, and again after every failure. */
export interface QueueChannel {
  /** Resolves once the queue has it. `key` keeps messages with the same key in order. */
  publish(message: { readonly key: string; readonly payload: string }): Promise<void>;
  subscribe(consumer: string): QueueSubscription;
  stats(): Promise<QueueStats>;
  close(): Promise<void>;
}

/** What a driver is handed. */
export interface QueueContext {
  readonly settings: QueueSettings;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/**
 * A kind of queue with its own settings. Every message is delivered at least once; one that was acknowledged is not delivered again. What a
 * dead consumer has not acknowledged is delivered to another one, as `capabilities.reclaim` states. Opening never waits for the server: the channel
 * connects, and imports its client library, when it is first used.
 */
export interface QueueDriver {
  readonly name: string;
  readonly capabilities: QueueCapabilities;
  open(context: QueueContext): QueueChannel;
}

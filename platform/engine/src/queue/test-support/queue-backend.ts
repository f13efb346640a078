import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { openTaskQueue, type TaskQueueOptions } from '../open-task-queue.ts';
import type { QueueDriver } from '../queue-driver.ts';
import { DEFAULT_QUEUE_SETTINGS, type QueueSettings } from '../queue-settings.ts';
import type { TaskQueue } from '../task-queue.ts';

/** A queue's server under test. */
export interface QueueServer {
  /** Every call gives what another instance of the platform would open. */
  driver(): QueueDriver;
  /** A consumer that takes a message and is killed with -9 while it works on it; returns the id of the task. */
  crashConsumer(settings: QueueSettings): Promise<string>;
  /** Undefined without a server. */
  readonly outage?: QueueOutage;
  close(): Promise<void>;
}

/** What can happen to a server. */
export interface QueueOutage {
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Loses everything; the server is stopped. */
  erase(): Promise<void>;
}

/** A kind of queue to hold against the contract. */
export interface QueueBackend {
  readonly name: string;
  /** Why it cannot be had here; undefined when it can. */
  readonly missing: string | undefined;
  /** Whether there is a server that can go away. */
  readonly hasServer: boolean;
  start(): Promise<QueueServer>;
}

/** Short, so that what takes its time is seen within a test. */
export const TEST_SETTINGS: QueueSettings = {
  ...DEFAULT_QUEUE_SETTINGS,
  readBlockMs: 100,
  reclaimIntervalMs: 50,
  reclaimMinIdleMs: 300,
  backoffMinMs: 5,
  backoffMaxMs: 100,
};

/** Opens a queue with real time and randomness. */
export function openTestQueue(
  options: Pick<TaskQueueOptions, 'driver' | 'onHealth' | 'onPoisoned'> & { readonly settings: QueueSettings },
): TaskQueue {
  return openTaskQueue({ ...options, clock: systemClock, random: systemRandom, logger: silentLogger });
}

import type { QueueDriver } from './queue/queue-driver.ts';
import type { QueueSettings } from './queue/queue-settings.ts';

/** Which queue an engine uses, and how. */
export interface EngineQueue {
  readonly driver: QueueDriver;
  readonly settings?: Partial<QueueSettings>;
}

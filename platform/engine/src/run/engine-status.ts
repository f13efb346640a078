import type { QueueHealth, QueueStats } from '../queue/index.ts';

/** How full the message queue is, and what this engine has seen of it. */
export interface MessageQueueStats extends QueueStats {
  readonly driver: string;
  /** Messages that came again to this engine, since its start. */
  readonly redeliveries: number;
}

/** How an engine stands among those that share its database. */
export interface EngineStatus {
  readonly leads: boolean;
  /** Set while it leads; no two leaders ever have the same. */
  readonly term?: number;
  /** Engines that live, this one included, as of the last count. */
  readonly instances: number;
  /** Whether it takes new work; a leader of many leaves that to the others. */
  readonly executes: boolean;
  /** Where new work comes from: `database` without a queue between processes, and while that is away. */
  readonly workFrom: 'queue' | 'database';
  /** Tasks that run here (not those that only wait for a decision or a time), and how many may. */
  readonly tasks: { readonly running: number; readonly limit: number };
  readonly queue: { readonly driver: string; readonly health: QueueHealth };
}

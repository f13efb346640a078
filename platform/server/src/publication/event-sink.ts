import type { CloudEvent } from './cloud-event.ts';

/** Somewhere outside that transitions of runs are told to. */
export interface EventSink {
  /** Stable: how far it has been told is stored under it. */
  readonly name: string;
  /** Resolves once the other side has all of them, which stand in their order; rejects when that is not certain. */
  deliver(events: readonly CloudEvent[], signal: AbortSignal): Promise<void>;
  close?(): Promise<void>;
}

import type { Job } from './job.ts';
import type { Task } from './task.ts';

interface RunEventBase {
  readonly taskId: string;
  /** The number of the task. */
  readonly number: number;
  /** Counts up from 1 within the task; stored together with the transition. */
  readonly sequence: number;
  readonly time: number;
}

/** A task or job as it was right after one stored transition. */
export type RunEvent =
  | (RunEventBase & { readonly kind: 'task'; readonly task: Task })
  | (RunEventBase & { readonly kind: 'job'; readonly job: Job });

/** An event with its place among the events of all runs. Within a run, places are in the order of the sequence. */
export interface JournalEvent {
  readonly position: number;
  readonly appId: string;
  readonly event: RunEvent;
}

/** A piece of the journal. */
export interface JournalPage {
  readonly events: readonly JournalEvent[];
  /** False when events after the place that was asked for are gone with their runs. */
  readonly complete: boolean;
  /** The place to go on from. */
  readonly next: number;
}

/** The events of all runs, of all instances, in one order that is the same for every reader and never changes. */
export interface RunJournal {
  /** The place of the newest event. */
  head(): Promise<number>;
  /** The events after a place that have one, oldest first. */
  read(after: number, limit: number): Promise<JournalPage>;
  /** Pages of events after a place as instances store them, until the signal aborts. */
  tail(after: number, signal: AbortSignal): AsyncIterable<JournalPage>;
}

import type { RunEvent } from '../../task/run-event.ts';
import type { PlannedRun } from './planned-run.ts';
import type { RecordedWrite } from './recorded-write.ts';

/** A run that was submitted, and what is stored of it. */
export interface ProvenRun {
  readonly planned: PlannedRun;
  readonly taskId: string;
  /** The outcome of the cancel request; undefined when there was none. */
  readonly cancel: 'cancelled' | 'refused' | undefined;
  readonly events: readonly RunEvent[];
}

/** Everything there is to check when all runs are over. */
export interface Proof {
  readonly runs: readonly ProvenRun[];
  readonly writes: readonly RecordedWrite[];
  readonly kills: number;
  /** Instances that ended without being killed. */
  readonly exitedUnexpectedly: readonly string[];
  readonly seconds: number;
}

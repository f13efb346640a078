import type { RunEvent } from '../../run-event.ts';
import type { PlannedRun } from './planned-run.ts';
import type { RecordedWrite } from './recorded-write.ts';

/** A run that was submitted, and what is stored of it. */
export interface ProvenRun {
  readonly planned: PlannedRun;
  readonly taskId: string;
  /** What whoever cancelled it was told; undefined when nobody did. */
  readonly cancel: 'cancelled' | 'refused' | undefined;
  readonly events: readonly RunEvent[];
}

/** Everything there is to check when all runs are over. */
export interface Proof {
  readonly runs: readonly ProvenRun[];
  readonly writes: readonly RecordedWrite[];
  readonly kills: number;
  /** Instances that ended without being killed. */
  readonly endedByThemselves: readonly string[];
  readonly seconds: number;
}

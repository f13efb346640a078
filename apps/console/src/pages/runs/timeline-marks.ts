import type { RunHistory } from './run-history.ts';

/** A worker was lost while it had the run, and another one, or the same one after a restart, resumed it. */
export interface Mark {
  /** When the worker was last heard of. */
  readonly lostAt: number;
  /** When the run went on, or now. */
  readonly at: number;
  /** Ids of workers; undefined in histories of earlier versions. */
  readonly lost: string | undefined;
  readonly next: string | undefined;
  /** Whether no other worker has resumed the run yet. */
  readonly isOpen: boolean;
}

/** Finds where workers were lost, by the events of the run itself. `end` is the end of the run, or now. */
export function findMarks({ events }: RunHistory, end: number): readonly Mark[] {
  const marks: Mark[] = [];
  let worker: string | undefined;
  let lost: Mark | undefined;
  let hasRun = false;
  for (const event of events) {
    if (event.kind !== 'task') continue;
    const { status, executor, heldUntil } = event.task;
    const time = Date.parse(event.time);
    if (status === 'running') {
      if (lost !== undefined) marks.push({ ...lost, at: Math.max(time, lost.lostAt), next: executor, isOpen: false });
      lost = undefined;
      hasRun = true;
      worker = executor;
    } else if (status === 'waiting' && hasRun && lost === undefined) {
      const lostAt = heldUntil === undefined ? time : Math.min(time, Date.parse(heldUntil));
      lost = { lostAt, at: Math.max(end, lostAt), lost: worker, next: undefined, isOpen: true };
    } else if (status !== 'waiting' && status !== 'queued') {
      lost = undefined;
    }
  }
  return lost === undefined ? marks : [...marks, lost];
}

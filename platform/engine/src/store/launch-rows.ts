import type { Job, JobRow } from '../task/index.ts';
import type { EventEntry } from './event-log.ts';
import { toJob } from './row-mapping.ts';

/** The jobs of a task that never ran, as it begins. */
export interface LaunchRows {
  readonly jobs: readonly JobRow[];
  /** The one of them that runs from the same moment on. */
  readonly started?: JobRow | undefined;
}

/** The rows of a launch that starts one of its jobs, or none. */
export function launchRows(jobs: readonly JobRow[], startedId: string | undefined, time: number): LaunchRows {
  const row = jobs.find(({ id }) => id === startedId);
  if (row === undefined) return { jobs };
  const { attempt, version } = row;
  const begun = { started_at: time, held_since: time, attempt: attempt + 1, version: version + 1 };
  return { jobs, started: { ...row, status: 'running', ...begun } };
}

/** The jobs once they are stored, and their events. */
export function launched({ jobs, started }: LaunchRows): {
  readonly jobs: readonly Job[];
  readonly events: readonly EventEntry[];
} {
  const states = (started === undefined ? jobs : [...jobs, started]).map(toJob);
  const byId = new Map(states.map((job) => [job.id, job]));
  return { jobs: [...byId.values()], events: states.map((job) => ({ kind: 'job', job })) };
}

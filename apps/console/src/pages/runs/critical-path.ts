import type { Job } from '@kubemin/client';

/** Clocks of several workers differ a little: a job that begins this much earlier than another ends may still follow it. */
const TOLERANCE_MS = 50;

/**
 * The jobs that determined when the run ended: the one that ended last, the one that ended last before it could begin, and
 * so on back to the first. A job follows only jobs that come before it in the plan. While the run goes on, what runs
 * counts as the end.
 */
export function findCriticalPath(jobs: readonly Job[], now: number): ReadonlySet<string> {
  const timed = jobs.flatMap((job, index) => {
    if (job.startedAt === undefined || job.status === 'queued' || job.status === 'skipped') return [];
    const from = Date.parse(job.startedAt);
    return [{ job, index, from, to: job.endedAt === undefined ? Math.max(now, from) : Date.parse(job.endedAt) }];
  });
  const path = new Set<string>();
  const latest = (some: typeof timed) =>
    some.reduce<(typeof timed)[number] | undefined>(
      (last, each) => (last === undefined || each.to >= last.to ? each : last),
      undefined,
    );
  let current = latest(timed);
  while (current !== undefined) {
    path.add(current.job.id);
    const { index, from } = current;
    current = latest(timed.filter((each) => each.index < index && each.from < from && each.to <= from + TOLERANCE_MS));
  }
  return path;
}

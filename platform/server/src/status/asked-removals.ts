import type { Engine } from '@kubemin/engine';

/** Where the runs of applications are looked up. */
export type RunSource = Pick<Engine, 'tasks' | 'jobs'>;

/** The names of components that have been taken from the cluster because somebody asked for it; all of them when `everything`. */
export type AskedRemovals = 'everything' | ReadonlySet<string>;

const BEGUN = ['running', 'completed', 'failed', 'timeout', 'cancelled', 'rejected'] as const;

/**
 * What the latest run of an application was asked to remove. Only that one counts: what runs before it removed is known
 * since, and what was delivered again may be missed.
 */
export async function askedRemovals(runs: RunSource, appId: string): Promise<AskedRemovals> {
  const [latest] = await runs.tasks({ appId, status: BEGUN, limit: 1 });
  if (latest?.kind === 'delete') return 'everything';
  if (latest?.kind !== 'undo') return new Set();
  const jobs = await runs.jobs(latest.id);
  return new Set(jobs.map(({ component }) => component));
}

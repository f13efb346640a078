import type { RenderedObject } from '@kubemin/render';
import type { JobTypeRegistry } from '../../job-type-registry.ts';
import type { Leftover } from '../../plan/leftover.ts';
import { findLeftovers } from '../find-leftovers.ts';
import { retrying, transientPauses } from '../retrying.ts';
import type { PrepareContext } from './preparation.ts';

/** What the application has in the cluster beyond `rendered`, of the kinds that may be pruned. */
export async function leftoversOf(
  { task, dependencies, signal, logger }: PrepareContext,
  search: {
    readonly jobTypes: Pick<JobTypeRegistry, 'pruneRules' | 'pruneRuleFor'>;
    readonly rendered: readonly RenderedObject[];
    readonly createdBy?: string;
  },
): Promise<readonly Leftover[]> {
  const { client } = dependencies;
  // A task that was never begun has none.
  const jobs = task.startedAt === undefined ? [] : await dependencies.jobs.list(task.id);
  const onRetry = (error: unknown): void => logger.warn('looking for objects to prune failed for now', { error });
  return retrying({ ...dependencies, signal, onRetry, pause: transientPauses(dependencies) }, () =>
    findLeftovers({ client, appId: task.appId, jobs, signal, logger, ...search }),
  );
}

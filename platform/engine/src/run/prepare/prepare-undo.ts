import { TerminalError } from '@kubemin/base';
import { type Leftover, PRUNE } from '../../plan/leftover.ts';
import { operationJob, planOperation } from '../../plan/operation-plan.ts';
import type { PlannedJob } from '../../plan/plan.ts';
import { leftoversOf } from './leftovers-of.ts';
import type { Preparation, PrepareContext } from './preparation.ts';

const UNDO = 'undo';

/**
 * A run that removes what an earlier one created, and nothing that was there before it. What a run in between has taken
 * for its own must stay, so there must have been none. Claims stay, as always: data outlives what used it.
 */
export const prepareUndo: Preparation<'undo'> = async (context, { run }) => {
  await refuseIfSuperseded(context, run);
  const { jobTypes } = context.dependencies;
  const created = await leftoversOf(context, { jobTypes, rendered: [], createdBy: run });
  const jobs = (which: Leftover['after']): readonly PlannedJob[] =>
    created
      .filter(({ after }) => after === which)
      .map(({ component, object }) => operationJob(PRUNE, { component, object, onExisting: 'apply' }, UNDO));
  return { rendered: [], plan: planOperation(UNDO, [jobs('component'), jobs('run')]) };
};

async function refuseIfSuperseded({ task, dependencies }: PrepareContext, run: string): Promise<void> {
  const before = await dependencies.tasks.before(task);
  if (before?.id === run) return;
  throw new TerminalError(
    `what run ${run} created is not removed: the application has had another run since (${before?.id ?? 'unknown'}); delete the components that are not needed from the document, and deploy it`,
    { code: 'TASK_SUPERSEDED' },
  );
}

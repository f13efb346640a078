import { withReruns } from '../../delivery/rerun.ts';
import { planWorkflow } from '../../plan/planner.ts';
import { hasPhases, planRollouts } from '../../plan/rollouts.ts';
import { claimNames } from './claim-names.ts';
import { claimShortNames } from './claim-short-names.ts';
import { leftoversOf } from './leftovers-of.ts';
import type { Preparation } from './preparation.ts';

const NO_ROLLOUTS = { phased: new Map<string, never>(), tracks: {} } as const;

/** A run that delivers the document by its workflow, and prunes what it does not ask for any more. */
export const prepareDeploy: Preparation<'deploy'> = async (context, operation) => {
  const { rerun = false } = operation;
  const { renderer, jobTypes, stepTypes } = context.dependencies;
  const { appId, id } = context.task;
  const { document, componentIds } = context.request;
  const asked = await claimShortNames(context, renderer.render(document, { appId, componentIds }));
  await claimNames(context, operation, asked);
  const next = rerun ? withReruns(asked, id) : asked;
  // Rolling updates on the stable track need not know what there was.
  const delivered = await context.delivered(({ tracks }) => tracks !== null || hasPhases(document));
  const previous = delivered === undefined ? [] : renderer.render(delivered.document, { appId, ...delivered });
  const { rendered, phased, tracks } =
    previous.length === 0 ? { ...NO_ROLLOUTS, rendered: next } : planRollouts(document, previous, next);
  // Also before a first run: an application that was restored or taken along may have runs that nobody has on record.
  const leftovers = await leftoversOf(context, { jobTypes, rendered });
  const plan = planWorkflow({ document, rendered, phased, leftovers, jobTypes, stepTypes });
  return { rendered, plan, tracks };
};

import { core } from '@kubemin/kubeapi/resources';
import type { PruneRule } from '../../job-type.ts';
import type { JobTypeRegistry } from '../../job-type-registry.ts';
import { RELEASE_SHARE } from '../../job-types/release-share.ts';
import { type Leftover, PRUNE } from '../../plan/leftover.ts';
import { operationJob, planOperation } from '../../plan/operation-plan.ts';
import type { PlannedJob } from '../../plan/plan.ts';
import { findShareMarks } from '../find-share-marks.ts';
import { leftoversOf } from './leftovers-of.ts';
import type { Preparation } from './preparation.ts';

const DELETE = 'delete';
const CLAIMS: PruneRule = { resource: core.v1.persistentvolumeclaims, after: 'run' };

/**
 * A run that removes all the application owns, found by its label: what runs first, then what that used. What others
 * own is only told that this application does not use it any more.
 */
export const prepareDelete: Preparation<'delete'> = async (context, { claims }) => {
  const { jobTypes } = context.dependencies;
  const rules = claims === 'delete' ? withClaims(jobTypes) : jobTypes;
  const owned = await leftoversOf(context, { jobTypes: rules, rendered: [] });
  const marked = await findShareMarks(context, rules);
  const jobs = (which: Leftover['after']): readonly PlannedJob[] =>
    owned
      .filter(({ after }) => after === which)
      .map(({ component, object }) => operationJob(PRUNE, { component, object, onExisting: 'apply' }, DELETE));
  const releases = marked.map((each) => operationJob(RELEASE_SHARE, each, DELETE));
  return { rendered: [], plan: planOperation(DELETE, [jobs('component'), [...jobs('run'), ...releases]]) };
};

function withClaims(registry: JobTypeRegistry): Pick<JobTypeRegistry, 'pruneRules' | 'pruneRuleFor'> {
  return {
    pruneRules: () => [...registry.pruneRules(), CLAIMS],
    pruneRuleFor: (kind) => (kind === CLAIMS.resource.kind ? CLAIMS : registry.pruneRuleFor(kind)),
  };
}

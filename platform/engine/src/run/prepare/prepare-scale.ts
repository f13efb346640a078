import { TerminalError } from '@kubemin/base';
import { SCALE } from '../../job-types/scale.ts';
import { planOperation, workloadJobs } from '../../plan/operation-plan.ts';
import { SCALABLE_KINDS } from '../../plan/operation-rules.ts';
import { withReplicas } from '../../plan/with-replicas.ts';
import { operatedObjects } from './operated-objects.ts';
import type { Preparation } from './preparation.ts';

/** A run that changes replica counts of what has been delivered. It is what the next run starts from. */
export const prepareScale: Preparation<'scale'> = async (context, operation) => {
  const before = await context.delivered();
  if (before === undefined) {
    throw new TerminalError('no run of this application has completed, so there is nothing to scale; deploy it first', {
      code: 'NOT_DEPLOYED',
    });
  }
  const delivered = { ...before, document: withReplicas(before.document, operation.replicas) };
  const rendered = operatedObjects(context, operation, delivered);
  const jobs = workloadJobs(SCALE, rendered, { components: Object.keys(operation.replicas), kinds: SCALABLE_KINDS });
  const { document, componentIds, tracks } = delivered;
  return {
    rendered,
    tracks,
    delivers: {
      request: context.dependencies.vault.seal(JSON.stringify(document)),
      componentIds: JSON.stringify(componentIds),
    },
    plan: planOperation(SCALE, [jobs]),
  };
};

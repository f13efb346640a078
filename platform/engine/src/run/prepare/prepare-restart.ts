import { RESTART } from '../../job-types/restart.ts';
import { planOperation, workloadJobs } from '../../plan/operation-plan.ts';
import { RESTARTABLE_KINDS } from '../../plan/operation-rules.ts';
import { operatedObjects } from './operated-objects.ts';
import type { Preparation } from './preparation.ts';

/** A run that replaces pods by others like them. What is delivered stays what it is. */
export const prepareRestart: Preparation<'restart'> = async (context, operation) => {
  const delivered = (await context.delivered()) ?? { ...context.request, tracks: {} };
  const rendered = operatedObjects(context, operation, delivered);
  const all = delivered.document.component.map(({ name }) => name);
  const components = operation.components.length === 0 ? all : operation.components;
  const jobs = workloadJobs(RESTART, rendered, { components, kinds: RESTARTABLE_KINDS });
  return { rendered, plan: planOperation(RESTART, [jobs]) };
};

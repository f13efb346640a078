import type { WorkflowStep, WorkflowSubStep } from '@kubemin/model';
import type { Renames } from './address.ts';

/** A template's workflow in the words of the application. Steps named after a component are named after its clone. */
export function cloneWorkflow(steps: readonly WorkflowStep[], renames: Renames): readonly WorkflowStep[] {
  return steps.map((step) => ({
    ...step,
    ...cloneStep(step, renames),
    ...(step.subSteps === undefined
      ? {}
      : { subSteps: step.subSteps.map((subStep) => ({ ...subStep, ...cloneStep(subStep, renames) })) }),
  }));
}

function cloneStep(step: WorkflowSubStep, renames: Renames): WorkflowSubStep {
  const renamed = (name: string) => renames.get(name) ?? name;
  const referring = (text: string) =>
    text.replaceAll(/\bsteps\.([a-z0-9-]+)\./g, (_match, name: string) => `steps.${renamed(name)}.`);
  return {
    ...step,
    name: renamed(step.name),
    components: step.components.map(renamed),
    ...(step.if === undefined ? {} : { if: referring(step.if) }),
    ...(step.inputs === undefined
      ? {}
      : { inputs: step.inputs.map((input) => ({ ...input, from: referring(input.from) })) }),
  };
}

import type { Execution, Stage } from './plan.ts';
import { PLAIN_FLOW, stepFlow } from './step-flow.ts';
import type { PlanDocument } from './step-group.ts';

/**
 * Puts executions under the steps and sub steps they belong to. Every step of the document becomes a stage, also one
 * that has nothing to do: later ones may ask how it ended.
 */
export function stagesOf(document: PlanDocument, executions: readonly Execution[]): readonly Stage[] {
  const steps = document.workflow.map((step, stepIndex): Stage => {
    const path = `workflow[${stepIndex}]`;
    const own = executions.filter((execution) => execution.stepIndex === stepIndex);
    const subSteps = (step.subSteps ?? []).map(({ name, ...subStep }, index) => ({
      name,
      flow: stepFlow(subStep, `${path}.subSteps[${index}]`),
    }));
    const serial = step.mode !== 'DAG' && subSteps.length > 0;
    return {
      name: step.name,
      flow: stepFlow(step, path),
      stages: serial ? subSteps.map((subStep, index) => subStage(subStep, index, own)) : [],
      members: serial ? [] : subSteps,
      executions: own.filter(({ subStepIndex }) => subStepIndex === undefined),
    };
  });
  const after = executions.filter(({ stepIndex }) => stepIndex >= document.workflow.length);
  return [...steps, ...after.map((execution) => plainStage(execution.step, [execution]))];
}

function subStage(subStep: Pick<Stage, 'name' | 'flow'>, index: number, executions: readonly Execution[]): Stage {
  const own = executions.filter(({ subStepIndex }) => subStepIndex === index);
  return { ...plainStage(subStep.name, own), flow: subStep.flow };
}

function plainStage(name: string, executions: readonly Execution[]): Stage {
  return { name, flow: PLAIN_FLOW, stages: [], members: [], executions };
}

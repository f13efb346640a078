import type { AnyComponent, AnyDocument } from '@kubemin/model';
import type { ExecutionMode } from './plan.ts';
import { PlanError } from './plan-error.ts';

/** Components that a step runs together, before dependencies split them further. */
export interface StepGroup {
  readonly step: string;
  readonly stepIndex: number;
  /** Where the group stands in the document, for messages. */
  readonly path: string;
  readonly mode: ExecutionMode;
  readonly components: readonly string[];
}

/** The parts of a document that planning looks at. */
export interface PlanDocument extends Pick<AnyDocument, 'workflow'> {
  readonly component: readonly Pick<AnyComponent, 'name' | 'dependsOn'>[];
}

type Step = AnyDocument['workflow'][number];

/**
 * Reads the forms a step can have: components; sub steps (one group each when serial, all in one when parallel);
 * or neither, when the step's own name is the component.
 */
export function stepGroups(document: PlanDocument): readonly StepGroup[] {
  const known = new Set(document.component.map((component) => component.name));
  const groups = document.workflow.flatMap((step, stepIndex) => groupsOfStep(step, stepIndex, known));
  for (const group of groups) requireKnown(group, known);
  return groups;
}

function groupsOfStep(step: Step, stepIndex: number, known: ReadonlySet<string>): readonly StepGroup[] {
  const path = `workflow[${stepIndex}]`;
  const parallel = step.mode === 'DAG';
  const mode: ExecutionMode = parallel ? 'parallel' : 'serial';
  const base = { step: step.name, stepIndex, mode };
  const subSteps = step.subSteps ?? [];
  if (subSteps.length > 0 && step.components.length > 0) {
    throw new PlanError(path, 'has both components and subSteps; move the components into a sub step');
  }
  if (subSteps.length > 0 && parallel) {
    return [{ ...base, path, components: unique(subSteps.flatMap((subStep) => subStep.components)) }];
  }
  if (subSteps.length > 0) {
    return subSteps.map((subStep, index) => ({
      ...base,
      path: `${path}.subSteps[${index}]`,
      components: unique(subStep.components),
    }));
  }
  if (step.components.length > 0) return [{ ...base, path, components: unique(step.components) }];
  if (known.has(step.name)) return [{ ...base, path, components: [step.name] }];
  throw new PlanError(path, `step "${step.name}" names no components, and no component is called "${step.name}"`);
}

function requireKnown(group: StepGroup, known: ReadonlySet<string>): void {
  const missing = group.components.find((component) => !known.has(component));
  if (missing === undefined) return;
  const names = [...known].join(', ') || 'none';
  throw new PlanError(group.path, `there is no component "${missing}"; the application has: ${names}`);
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

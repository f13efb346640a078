import type { AnyComponent, AnyDocument, WorkflowSubStep } from '@kubemin/model';
import { planMessages } from '../messages/index.ts';
import { type ExecutionMode, PlanError, type StepFlow, stepFlow } from '../task/index.ts';

/** The step type that delivers components; what a step does when it names none. */
export const DEPLOY = 'deploy';

/** A step, or a sub step, with what it is to do. */
export interface StepPart {
  readonly name: string;
  /** Where it stands in the document, for messages. */
  readonly path: string;
  /** The sub step's name, when it is one. */
  readonly subStep?: string;
  readonly type: string;
  readonly components: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
  readonly flow: StepFlow;
}

/** Parts of a step that run together, before dependencies split them further. */
export interface StepGroup {
  readonly step: string;
  readonly stepIndex: number;
  readonly subStepIndex?: number;
  readonly path: string;
  readonly mode: ExecutionMode;
  readonly parts: readonly StepPart[];
}

/** The parts of a document that planning looks at. */
export interface PlanDocument extends Pick<AnyDocument, 'workflow'> {
  readonly namespace?: string;
  readonly component: readonly Pick<AnyComponent, 'name' | 'dependsOn'>[];
}

type Step = AnyDocument['workflow'][number];

/**
 * Reads the forms a step can have: components; sub steps (one group each when serial, all in one when parallel);
 * or neither, when the step's own name is the component.
 */
export function stepGroups(document: PlanDocument): readonly StepGroup[] {
  const known = new Set(document.component.map((component) => component.name));
  const groups = document.workflow.flatMap((step, stepIndex) => splitStep(step, stepIndex, known));
  for (const { parts } of groups) for (const part of parts) requireKnown(part, known);
  return groups;
}

function splitStep(step: Step, stepIndex: number, known: ReadonlySet<string>): readonly StepGroup[] {
  const path = `workflow[${stepIndex}]`;
  const parallel = step.mode === 'DAG';
  const mode: ExecutionMode = parallel ? 'parallel' : 'serial';
  const base = { step: step.name, stepIndex, mode };
  const subSteps = step.subSteps ?? [];
  if (subSteps.length > 0 && step.components.length > 0) {
    throw new PlanError(path, planMessages.componentsAndSubSteps);
  }
  const parts = subSteps.map((subStep, index) =>
    stepPart({ ...inheritedRetry(step), ...subStep }, `${path}.subSteps[${index}]`, subStep.name),
  );
  if (parts.length > 0 && parallel) return [{ ...base, path, parts: withoutRepetition(parts) }];
  if (parts.length > 0) {
    return parts.map((part, subStepIndex) => ({ ...base, subStepIndex, path: part.path, parts: [part] }));
  }
  const part = stepPart(step, path);
  if (part.type !== DEPLOY || part.components.length > 0) return [{ ...base, path, parts: [part] }];
  if (known.has(step.name)) return [{ ...base, path, parts: [{ ...part, components: [step.name] }] }];
  throw new PlanError(path, planMessages.stepWithoutComponents({ step: step.name }));
}

/** The `retry` of a step holds for each of its sub steps that has none. */
function inheritedRetry({ retry }: Step): Pick<Step, 'retry'> {
  return retry === undefined ? {} : { retry };
}

function stepPart(step: WorkflowSubStep, path: string, subStep?: string): StepPart {
  return {
    name: step.name,
    path,
    ...(subStep !== undefined && { subStep }),
    type: step.jobType ?? DEPLOY,
    components: [...new Set(step.components)],
    properties: step.properties ?? {},
    flow: stepFlow(step, path),
  };
}

/** A component that several parallel sub steps deliver is delivered by the first of them. */
function withoutRepetition(parts: readonly StepPart[]): readonly StepPart[] {
  const taken = new Set<string>();
  return parts.map((part) => {
    if (part.type !== DEPLOY) return part;
    const components = part.components.filter((name) => !taken.has(name));
    for (const name of components) taken.add(name);
    return { ...part, components };
  });
}

function requireKnown(part: StepPart, known: ReadonlySet<string>): void {
  const missing = part.components.find((component) => !known.has(component));
  if (missing === undefined) return;
  throw new PlanError(part.path, planMessages.componentUnknown({ component: missing, components: [...known] }));
}

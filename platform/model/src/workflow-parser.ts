import { componentNotFound } from './component-rules.ts';
import type { DocumentPath } from './document-path.ts';
import { repetitions } from './exactly-one.ts';
import { validate } from './issue.ts';
import type { Report } from './problem-list.ts';
import {
  type WorkflowStep,
  type WorkflowStepInput,
  type WorkflowSubStep,
  workflowStepSchema,
} from './workflow-step.ts';

interface Surroundings {
  /** Names of the document's components, by their index; '' for those without one. */
  readonly names: readonly string[];
  readonly known: ReadonlySet<string>;
  readonly report: Report;
}

/** Reads the steps of a workflow and checks what they refer to. Steps that cannot be read are left out. */
export function parseWorkflow(
  input: readonly unknown[],
  document: { readonly names: readonly string[]; readonly report: Report },
): readonly WorkflowStep[] {
  const around = { ...document, known: new Set(document.names.filter((name) => name !== '')) };
  const steps = input.map((step, index) => {
    const path = ['workflow', index];
    const parsed = validate(workflowStepSchema, step, { at: path, report: around.report });
    return parsed === undefined ? undefined : readStep(parsed, path, around);
  });
  reportRepeatedNames(steps, ['workflow'], around.report);
  const read = steps.filter((step) => step !== undefined);
  if (read.length > 0 && read.length === input.length) reportUnused(read, around);
  return read;
}

function readStep(step: WorkflowStepInput, path: DocumentPath, around: Surroundings): WorkflowStep {
  const head = { name: step.name, mode: step.mode, ...(step.jobType ? { jobType: step.jobType } : {}) };
  if (step.subSteps === undefined || step.subSteps.length === 0) {
    return { ...head, components: componentsOf(step, path, around) };
  }
  if (step.components.length + (step.properties?.policies.length ?? 0) > 0) {
    around.report({
      path,
      code: 'WORKFLOW_STEP_MIXED',
      message: `The step "${step.name}" has components and sub steps.`,
      fix: 'Move the components into a sub step of their own.',
    });
  }
  const subSteps = step.subSteps.map((subStep, index): WorkflowSubStep => {
    const jobType = subStep.jobType ? { jobType: subStep.jobType } : {};
    return {
      name: subStep.name,
      ...jobType,
      components: componentsOf(subStep, [...path, 'subSteps', index], around),
    };
  });
  reportRepeatedNames(subSteps, [...path, 'subSteps'], around.report);
  return { ...head, components: [], subSteps };
}

type Listing = Pick<WorkflowStepInput, 'name' | 'components' | 'properties'>;

function componentsOf(step: Listing, path: DocumentPath, around: Surroundings): readonly string[] {
  const policies = step.properties?.policies ?? [];
  const listed = [
    ...step.components.map((name, index) => ({ name, path: [...path, 'components', index] })),
    ...policies.map((name, index) => ({ name, path: [...path, 'properties', 'policies', index] })),
  ].filter(({ name }) => name !== '');
  // A step that lists nothing but is named like a component means that component.
  if (listed.length === 0 && around.known.has(step.name)) return [step.name];
  if (listed.length === 0) {
    around.report({
      path,
      code: 'WORKFLOW_STEP_NO_COMPONENT',
      message: `The step "${step.name}" has nothing to do.`,
      fix: 'List at least one component under "components".',
    });
  }
  for (const { name, path: at } of listed) {
    if (!around.known.has(name)) around.report({ path: at, ...componentNotFound(name, around.known) });
  }
  return [...new Set(listed.map(({ name }) => name))];
}

type Named = { readonly name: string } | undefined;

function reportRepeatedNames(steps: readonly Named[], path: DocumentPath, report: Report): void {
  for (const { index, key } of repetitions(steps, (step) => step?.name)) {
    report({
      path: [...path, index, 'name'],
      code: 'DUPLICATE_WORKFLOW_STEP',
      message: `Another step is already called "${key}".`,
      fix: 'Give every step a name of its own.',
    });
  }
}

function reportUnused(steps: readonly WorkflowStep[], { names, report }: Surroundings): void {
  const used = new Set(
    steps.flatMap((step) => [...step.components, ...(step.subSteps ?? []).flatMap((subStep) => subStep.components)]),
  );
  for (const [index, name] of names.entries()) {
    if (name === '' || used.has(name)) continue;
    report({
      path: ['component', index],
      code: 'COMPONENT_NOT_IN_WORKFLOW',
      message: `No workflow step deploys "${name}".`,
      fix: 'Add it to a step, or remove the workflow to have one made from the components.',
      severity: 'warning',
    });
  }
}

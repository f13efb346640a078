import { isRecord } from '@kubemin/base';
import { repetitions, type WorkflowStep, type WorkflowSubStep } from '../field/index.ts';
import { workflowMessages } from '../messages/index.ts';
import { componentNotFound, type DocumentPath, type Report } from '../problem/index.ts';
import { checkStepFlow } from './step-flow.ts';
import { type ParsedStep, parseStep, type StepParserOptions } from './step-parser.ts';

/** What the workflow of one document is read with. */
export interface WorkflowParserOptions extends StepParserOptions {
  /** What the document's components are called, by their index; '' for those without a name. */
  readonly names: readonly string[];
  /** Those of them whose dependencies are known. */
  readonly components: readonly DeliveredComponent[];
  /** For problems in components, which may stand elsewhere in the text. */
  readonly reportComponent: Report;
}

interface DeliveredComponent {
  readonly name: string;
  readonly path: DocumentPath;
  readonly dependsOn: readonly string[];
  readonly traits: Readonly<Record<string, unknown>>;
}

interface StepContext {
  readonly known: ReadonlySet<string>;
  readonly report: Report;
}

/** Reads the steps of a workflow and checks what they refer to. Steps that cannot be read are left out. */
export function parseWorkflow(input: readonly unknown[], options: WorkflowParserOptions): readonly WorkflowStep[] {
  const { names, components, report } = options;
  const around = { known: new Set(names.filter((name) => name !== '')), report };
  const parsed = input.map((step, index) => parseStep(step, ['workflow', index], options));
  reportRepeatedNames(parsed, ['workflow'], report);
  const readable = parsed.filter((step) => step !== undefined);
  checkStepFlow(readable, report);
  const steps = readable.map((step) => readStep(step, around));
  const dependsOn = new Map(components.map((component) => [component.name, component.dependsOn]));
  const groups = steps.flatMap((step, index) => stepGroups(step, readable[index]?.path ?? []));
  checkStepOrder(groups, dependsOn, report);
  checkReferenceOrder(groups, components, options.reportComponent);
  if (steps.length > 0 && steps.length === input.length) reportUnused(steps, names, report);
  return steps;
}

/** Sub steps one after the other are groups of their own. */
function stepGroups({ mode, components, subSteps = [] }: WorkflowStep, path: DocumentPath): readonly StepGroup[] {
  if (mode === 'DAG') return [{ path, components: [...components, ...subSteps.flatMap((each) => each.components)] }];
  const inner = subSteps.map((each, index) => ({ path: [...path, 'subSteps', index], components: each.components }));
  return [{ path, components }, ...inner];
}

function readStep(step: ParsedStep, around: StepContext): WorkflowStep {
  const { path, head, subSteps } = step;
  if (subSteps.length === 0) return { ...head, components: stepComponents(step, around) };
  if (step.listed.length > 0) {
    around.report({
      path,
      code: 'WORKFLOW_STEP_MIXED',
      message: workflowMessages.componentsAndSubSteps({ step: head.name }),
      fix: workflowMessages.componentsAndSubStepsFix,
    });
  }
  reportRepeatedNames(subSteps, [...path, 'subSteps'], around.report);
  return { ...head, components: [], subSteps: subSteps.map((subStep) => readSubStep(subStep, around)) };
}

function readSubStep(step: ParsedStep, around: StepContext): WorkflowSubStep {
  const { mode: _, ...head } = step.head;
  if (step.subSteps.length > 0) {
    around.report({
      path: [...step.path, 'subSteps'],
      code: 'FIELD_IGNORED',
      message: workflowMessages.nestedSubSteps({ step: head.name }),
      fix: workflowMessages.nestedSubStepsFix,
    });
  }
  return { ...head, components: stepComponents(step, around) };
}

function stepComponents({ head, listed, naming, path }: ParsedStep, { known, report }: StepContext): readonly string[] {
  if (naming === 'none') {
    if (listed.length > 0) report({ path: [...path, 'components'], ...componentsIgnored(head.jobType) });
    return [];
  }
  // A step that lists nothing but is named like a component means that component.
  if (listed.length === 0 && known.has(head.name)) return [head.name];
  if (listed.length === 0 && naming === 'required' && head.name !== '') {
    report({
      path,
      code: 'WORKFLOW_STEP_NO_COMPONENT',
      message: workflowMessages.stepEmpty({ step: head.name }),
      fix: workflowMessages.stepEmptyFix,
    });
  }
  for (const { name, path: at } of listed) {
    if (!known.has(name)) report({ path: at, ...componentNotFound(name, known) });
  }
  return [...new Set(listed.map(({ name }) => name))];
}

function componentsIgnored(jobType: string | undefined) {
  return {
    code: 'FIELD_IGNORED',
    message: workflowMessages.componentsIgnored({ type: jobType ?? '' }),
    fix: workflowMessages.componentsIgnoredFix,
    severity: 'warning',
  } as const;
}

function reportRepeatedNames(steps: readonly (ParsedStep | undefined)[], path: DocumentPath, report: Report): void {
  for (const { index, key } of repetitions(steps, (step) => step?.head.name || undefined)) {
    report({
      path: [...path, index, 'name'],
      code: 'DUPLICATE_WORKFLOW_STEP',
      message: workflowMessages.stepNameTaken({ name: key }),
      fix: workflowMessages.stepNameTakenFix,
    });
  }
}

function reportUnused(steps: readonly WorkflowStep[], names: readonly string[], report: Report): void {
  const used = new Set(
    steps.flatMap((step) => [...step.components, ...(step.subSteps ?? []).flatMap((subStep) => subStep.components)]),
  );
  for (const [index, name] of names.entries()) {
    if (name === '' || used.has(name)) continue;
    report({
      path: ['component', index],
      code: 'COMPONENT_NOT_IN_WORKFLOW',
      message: workflowMessages.notDeployed({ name }),
      fix: workflowMessages.notDeployedFix,
      severity: 'warning',
    });
  }
}

/** Components that a workflow delivers together; what depends on one another is put in order among them. */
interface StepGroup {
  readonly path: DocumentPath;
  readonly components: readonly string[];
}

/** Reports components that a workflow delivers before what they depend on. `dependsOn` has the names by component. */
function checkStepOrder(
  groups: readonly StepGroup[],
  dependsOn: ReadonlyMap<string, readonly string[]>,
  report: Report,
): void {
  const delivered = firstGroups(groups);
  for (const [index, { path, components }] of groups.entries()) {
    for (const name of components) {
      for (const dependency of dependsOn.get(name) ?? []) {
        if ((delivered.get(dependency) ?? index) <= index) continue;
        report({
          path,
          code: 'WORKFLOW_CONTRADICTS_DEPENDENCY',
          message: workflowMessages.dependencyLater({ name, dependency }),
          fix: workflowMessages.dependencyLaterFix({ dependency }),
        });
      }
    }
  }
}

/** Reports configs and secrets that a later step delivers than the component whose traits name them. */
function checkReferenceOrder(
  groups: readonly StepGroup[],
  components: readonly DeliveredComponent[],
  report: Report,
): void {
  const delivered = firstGroups(groups);
  for (const { name, path, traits, dependsOn } of components) {
    const own = delivered.get(name) ?? Number.POSITIVE_INFINITY;
    for (const source of namedSources(traits, [...path, 'traits'])) {
      if ((delivered.get(source.name) ?? 0) <= own || dependsOn.includes(source.name)) continue;
      report({
        path: source.path,
        code: 'REFERENCE_IN_LATER_STEP',
        message: workflowMessages.referenceLater({ name, reference: source.name }),
        fix: workflowMessages.referenceLaterFix({ reference: source.name }),
        severity: 'warning',
      });
    }
  }
}

/** Which group delivers a component, by name. */
function firstGroups(groups: readonly StepGroup[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const [index, { components }] of groups.entries()) {
    for (const name of components) if (!first.has(name)) first.set(name, index);
  }
  return first;
}

interface NamedSource {
  readonly name: string;
  readonly path: DocumentPath;
}

/** Configs and secrets that traits name, also those of containers that they add. */
function* namedSources(value: unknown, path: DocumentPath): Generator<NamedSource> {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) yield* namedSources(entry, [...path, index]);
    return;
  }
  if (!isRecord(value)) return;
  const { type, sourceName } = value;
  if ((type === 'config' || type === 'secret') && typeof sourceName === 'string') {
    yield { name: sourceName, path: [...path, 'sourceName'] };
  }
  for (const [key, entry] of Object.entries(value)) {
    const isSource = path.at(-1) === 'valueFrom' && (key === 'config' || key === 'secret');
    if (isSource && isRecord(entry) && typeof entry.name === 'string') {
      yield { name: entry.name, path: [...path, key, 'name'] };
    } else yield* namedSources(entry, [...path, key]);
  }
}

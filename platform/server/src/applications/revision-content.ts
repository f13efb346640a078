import { isRecord, ownEntry, TerminalError } from '@kubemin/base';
import type { AnyDocument, UpdatePolicy, WorkflowStep } from '@kubemin/model';
import { applicationMessages } from '../messages/index.ts';

/** A workflow of an application beside the steps its document has, or the name of those. */
export interface StoredWorkflow {
  readonly id: string;
  readonly name: string;
  readonly alias: string;
  /** Absent of the application's own workflow: its document has the steps. */
  readonly steps?: readonly WorkflowStep[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The update strategies of one revision, in place of those in its document, by component name. */
export type Rollout = Readonly<Record<string, UpdatePolicy>>;

/** What an application is at one revision. */
export interface RevisionContent {
  readonly document: AnyDocument;
  readonly workflows: readonly StoredWorkflow[];
  readonly rollout: Rollout;
  /** Keys of what it may use although it belongs to others; undefined for a revision that has it not written down. */
  readonly permitted: readonly string[] | undefined;
}

/** The document of a revision as a run delivers it: components are updated by the strategy of the revision. */
export function deliveredDocument({ document, rollout }: Pick<RevisionContent, 'document' | 'rollout'>): AnyDocument {
  if (Object.keys(rollout).length === 0) return document;
  const component = document.component.map((one) => {
    const update = ownEntry(rollout, one.name);
    return update === undefined ? one : { ...one, properties: { ...one.properties, update } };
  });
  return { ...document, component };
}

/** Workflows without the components that are gone, and without the steps that thereby have nothing to do. */
export function withoutDeletedComponents(
  workflows: readonly StoredWorkflow[],
  components: readonly { readonly name: string }[],
): readonly StoredWorkflow[] {
  const names = new Set(components.map(({ name }) => name));
  return workflows.map((workflow) =>
    workflow.steps === undefined ? workflow : { ...workflow, steps: stepsWithin(workflow.steps, names) },
  );
}

/** The steps as far as they name components that are there. */
export function stepsWithin(steps: readonly WorkflowStep[], names: ReadonlySet<string>): readonly WorkflowStep[] {
  const within = <S extends Pick<WorkflowStep, 'components'>>(step: S): readonly S[] => {
    const components = step.components.filter((name) => names.has(name));
    const emptied = step.components.length > 0 && components.length === 0;
    return emptied ? [] : [{ ...step, components }];
  };
  return steps.flatMap((step) => {
    if (step.subSteps === undefined) return within(step);
    const subSteps = step.subSteps.flatMap(within);
    return subSteps.length === 0 && step.subSteps.length > 0 ? [] : [{ ...step, subSteps }];
  });
}

/** Reads workflows back from their column. */
export function readWorkflows(text: string | null): readonly StoredWorkflow[] {
  return text === null ? [] : read(text, isWorkflows, 'workflows');
}

/** Reads a rollout back from its column. */
export function readRollout(text: string | null): Rollout {
  return text === null ? {} : read(text, isRollout, 'rollout');
}

/** Reads what a revision may use back from its column. */
export function readPermitted(text: string | null): readonly string[] | undefined {
  return text === null ? undefined : read(text, isTexts, 'permitted');
}

function read<T>(text: string, isRight: (value: unknown) => value is T, column: string): T {
  const value: unknown = JSON.parse(text);
  if (isRight(value)) return value;
  throw new TerminalError(applicationMessages.storedValueBroken({ column }), {
    code: 'STORED_VALUE_BROKEN',
  });
}

function isWorkflows(value: unknown): value is readonly StoredWorkflow[] {
  return Array.isArray(value) && value.every((one) => isRecord(one) && typeof one.id === 'string');
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isRollout(value: unknown): value is Rollout {
  return isRecord(value) && Object.values(value).every((one) => isRecord(one) && typeof one.strategy === 'string');
}

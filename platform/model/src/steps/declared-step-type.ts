import type * as z from 'zod';
import type { FieldWording, Wording } from '../form/index.ts';
import type { WorkflowJobType } from '../types/index.ts';

/** Label and help of a step type, as forms and references show them. */
export interface StepWording {
  readonly type: FieldWording;
  /** By property; dots lead into objects. */
  readonly properties?: Wording;
}

/** What documents and forms need to know of a step type. The code that runs it belongs to an engine. */
export interface DeclaredStepType<S extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  /** The schema of the step; to be registered with the model, so that documents are checked before they run. */
  readonly declaration: WorkflowJobType<S>;
  /** What forms and references call it and its properties. @default the names themselves */
  readonly wording?: StepWording;
}

/** Keeps the exact schema type, which the code that runs the step reads its properties by. */
export function declareStepType<S extends z.ZodObject>(type: DeclaredStepType<S>): DeclaredStepType<S> {
  return type;
}

/** The registry entries of step types: pass them to `extendRegistry`. */
export function stepTypeDeclarations(types: readonly DeclaredStepType[]): {
  readonly jobTypes: Readonly<Record<string, WorkflowJobType>>;
  readonly wording: Wording;
} {
  return {
    jobTypes: Object.fromEntries(types.map(({ name, declaration }) => [name, declaration])),
    wording: Object.fromEntries(types.flatMap(wordingEntries)),
  };
}

function wordingEntries({ name, wording }: DeclaredStepType): readonly (readonly [string, FieldWording])[] {
  if (wording === undefined) return [];
  const properties = Object.entries(wording.properties ?? {});
  return [[`job.${name}`, wording.type], ...properties.map(([at, each]) => [`job.${name}.${at}`, each] as const)];
}

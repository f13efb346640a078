import type * as z from 'zod';
import type { CheckContext } from './check-context.ts';

/** What the rules of a step type see beside its properties. */
export interface StepCheckContext extends Pick<CheckContext, 'report'> {
  /** The components that the step names. */
  readonly components: readonly string[];
}

/** Declares what workflow steps of one type take. Who runs them registers the entry together with the code that does. */
export interface WorkflowJobType<S extends z.ZodObject = z.ZodObject> {
  /** One sentence for people choosing a type. */
  readonly summary: string;
  /** What a step of this type takes under `properties`. */
  readonly schema: S;
  /** Whether a step names components: it acts on them, it may, or it has nothing to do with any. */
  readonly components: 'required' | 'optional' | 'none';
  /** Names of the values every step of this type leaves for later ones. */
  readonly outputs?: readonly string[];
  /** Rules beyond the schema; run only on properties the schema accepted. */
  check?(properties: z.output<S>, context: StepCheckContext): void;
}

/** Keeps the exact schema type of an entry. */
export function defineJobType<S extends z.ZodObject>(type: WorkflowJobType<S>): WorkflowJobType<S> {
  return type;
}

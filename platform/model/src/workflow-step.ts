import * as z from 'zod';
import { dnsName } from './dns-name.ts';
import { field } from './field.ts';

/** `StepByStep` runs the components of a step one after the other, `DAG` all together. */
export type WorkflowMode = 'StepByStep' | 'DAG';

/** A named group of components inside a step. */
export interface WorkflowSubStep {
  readonly name: string;
  readonly jobType?: string | undefined;
  readonly components: readonly string[];
}

/** One step of the rollout; steps run in order. A step has either components or sub steps. */
export interface WorkflowStep {
  readonly name: string;
  readonly mode: WorkflowMode;
  readonly jobType?: string | undefined;
  readonly components: readonly string[];
  readonly subSteps?: readonly WorkflowSubStep[] | undefined;
}

const componentNames = z.array(z.string().trim().toLowerCase()).max(1000).default([]);

const stepFields = {
  name: dnsName(),
  jobType: field(z.string().trim().optional(), { aliases: ['workflowType', 'type'] }),
  components: field(componentNames, { aliases: ['component'] }),
  properties: field(z.object({ policies: componentNames }).optional(), { prepare: joinList }),
};

/** A step as users write it; `properties.policies` is another spelling of `components`. */
export const workflowStepSchema = z.object({
  ...stepFields,
  mode: field(z.enum(['StepByStep', 'DAG']).default('StepByStep'), {
    code: 'INVALID_WORKFLOW_MODE',
    fix: 'Use "StepByStep" (one after the other) or "DAG" (in parallel).',
  }),
  subSteps: field(z.array(z.object(stepFields)).max(1000).optional(), { aliases: ['steps'] }),
});

/** A step the schema accepted, before its two lists are joined. */
export type WorkflowStepInput = z.output<typeof workflowStepSchema>;

/** `[{policies: [a]}, {policies: [b]}]` is an older form of `{policies: [a, b]}`. */
function joinList(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const entries: readonly unknown[] = value;
  const policies = entries.flatMap((entry) =>
    typeof entry === 'object' && entry !== null && 'policies' in entry ? entry.policies : [],
  );
  return { policies };
}

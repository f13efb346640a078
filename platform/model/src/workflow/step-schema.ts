import { isRecord } from '@kubemin/base';
import * as z from 'zod';
import { dnsName, duration, field, foldKey, readTypeName, retryPolicy } from '../field/index.ts';
import { workflowMessages } from '../messages/index.ts';
import { rejectedIssue } from '../problem/index.ts';
import type { WorkflowJobType } from '../types/index.ts';
import { readCondition } from './condition/condition-parser.ts';

/** The job type of steps that name none. */
export const DEFAULT_JOB_TYPE = 'deploy';

const JOB_TYPE_ALIASES = ['workflowType', 'type'];
const OUTPUT_REFERENCE = /^steps\.[a-z0-9-]+\.outputs\.[\w-]+$/i;
const CONDITION_FIX = workflowMessages.conditionExamples;

const componentNames = () => z.array(z.string().trim().toLowerCase()).max(1000).default([]);

/** Another spelling of `components`. */
const policies = () => ({ policies: componentNames() });

/** What steps of every type may have under `properties`. */
export const commonProperties = z.object(policies()).optional();

const condition = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const result = readCondition(text);
    if (result.kind === 'read') return;
    const message = workflowMessages.conditionInvalid({ reason: result.message });
    context.addIssue(rejectedIssue(message, { code: 'INVALID_CONDITION', fix: CONDITION_FIX }));
  });

const input = z.object({
  name: field(z.string().trim().min(1), { aliases: ['parameterKey'] }),
  from: z
    .string()
    .trim()
    .regex(OUTPUT_REFERENCE)
    .overwrite((text) => text.replace(/^steps\.[^.]+/i, (start) => start.toLowerCase())),
});

const output = z.object({
  name: field(
    z
      .string()
      .trim()
      .regex(/^[A-Za-z_][\w-]*$/),
    {
      fix: workflowMessages.outputNameFormat,
    },
  ),
  from: field(z.string().trim().min(1).optional(), { aliases: ['valueFrom'] }),
});

const commonFields = {
  components: field(componentNames(), { aliases: ['component'] }),
  if: field(condition.optional(), { code: 'INVALID_CONDITION', fix: CONDITION_FIX }),
  timeout: duration().optional(),
  retry: retryPolicy(),
  inputs: field(z.array(input).max(100).optional(), {
    fix: workflowMessages.inputsFormat,
  }),
  outputs: z.array(output).max(100).optional(),
  onFailure: field(z.enum(['keep', 'cleanup', 'rollback']).optional(), {
    fix: workflowMessages.onFailure,
  }),
};

const mode = field(z.enum(['StepByStep', 'DAG']).default('StepByStep'), {
  code: 'INVALID_WORKFLOW_MODE',
  fix: workflowMessages.modes,
});

/** Everything of a step but its properties, which are validated by their own schema. */
const stepHead = (jobType: z.ZodType<string>) =>
  z.object({
    name: dnsName(),
    jobType: field(jobType.optional(), {
      aliases: JOB_TYPE_ALIASES,
      code: 'UNKNOWN_JOB_TYPE',
      prepare: (value) => (value === '' ? DEFAULT_JOB_TYPE : value),
    }),
    mode,
    ...commonFields,
  });

/** What may stand under `subSteps`, each entry unexamined. */
export const subStepList = z.array(z.unknown()).max(1000).optional();

/** How steps of one job type are read; `type` is undefined for those whose type is not registered. */
export interface StepSchema {
  readonly typeName?: string;
  readonly type?: WorkflowJobType;
  /** The whole step, for spellings and for JSON Schema; its sub steps are still unexamined. */
  readonly whole: z.ZodObject;
  readonly head: ReturnType<typeof stepHead>;
}

/** The schemas of a workflow's steps, made from the registered job types. */
export class StepSchemas {
  readonly #byType: ReadonlyMap<string, StepSchema>;
  readonly #unknownType: StepSchema;

  constructor(jobTypes: Readonly<Record<string, WorkflowJobType>>) {
    const names = Object.keys(jobTypes);
    // Without a registered type none can be wrong: the name is kept as it is.
    this.#unknownType = build(names.length === 0 ? z.string().trim() : z.enum(names), z.looseObject(policies()));
    this.#byType = new Map(
      Object.entries(jobTypes).map(([typeName, type]) => [
        foldKey(typeName),
        { ...build(z.literal(typeName), z.object({ ...type.schema.shape, ...policies() })), typeName, type },
      ]),
    );
  }

  get all(): readonly StepSchema[] {
    return this.#byType.size === 0 ? [this.#unknownType] : [...this.#byType.values()];
  }

  /** The schema for one step of the input; a step of unknown type is still checked for the rest. */
  for(given: unknown): StepSchema {
    const name = readTypeName(given, ['jobType', ...JOB_TYPE_ALIASES]);
    return this.#byType.get(foldKey(name || DEFAULT_JOB_TYPE)) ?? this.#unknownType;
  }
}

function build(jobType: z.ZodType<string>, properties: z.ZodObject): StepSchema {
  const head = stepHead(jobType);
  const whole = head.extend({
    properties: field(properties.optional(), { prepare: joinList }),
    subSteps: field(subStepList, { aliases: ['steps'] }),
  });
  return { head, whole };
}

/** `[{policies: [a]}, {policies: [b]}]` is an older form of `{policies: [a, b]}`. */
function joinList(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const entries: readonly unknown[] = value;
  const objects = entries.filter(isRecord);
  return { ...Object.assign({}, ...objects), policies: objects.flatMap((entry) => entry.policies ?? []) };
}

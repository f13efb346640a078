import * as z from 'zod';
import { lenientBody } from './lenient-body.ts';
import { fieldChangeSchema, manifestSchema, objectNameSchema } from './manifest.ts';
import { problemSchema } from './problem.ts';
import { textsSchema } from './texts.ts';

const planned = z.object({
  /** What to plan. `rollback`: as the operation of that name. @default 'deploy' */
  operation: z.enum(['deploy', 'rollback', 'scale', 'restart', 'delete']).default('deploy'),
  revision: z.number().int().min(1).optional(),
  workflowId: z.string().min(1).optional(),
  /** For `scale`. */
  replicas: z.record(z.string().min(1), z.number().int().min(0).max(10_000)).optional(),
  /** For `restart`. */
  components: z.array(z.string().min(1)).readonly().optional(),
  /** For `delete`: whether claims, and the data they hold, stay. */
  keepPvc: z.boolean().default(true),
});

/** Which run of a stored application to plan; by default, that of the current revision. */
export const planRequestSchema = lenientBody(planned);
export type PlanRequest = z.output<typeof planned>;

/** What a change of one object comes to. */
export const plannedChangeSchema = z.object({
  action: z.enum(['create', 'update', 'replace', 'delete']),
  object: objectNameSchema,
  /** For `update` and `replace`, against what the cluster holds. */
  fields: z.array(fieldChangeSchema).readonly(),
  /** What the cluster would hold, without the fields that it sets; absent for `delete`. */
  manifest: manifestSchema.optional(),
});
export type PlannedChange = z.output<typeof plannedChangeSchema>;

/**
 * What a run does with the object of a job. `keep`: left as it is although it differs from the document. `run`: the
 * step has effects that are not tried out. `refused`: the job would fail. `unknown`: cannot be known beforehand.
 */
export const planActionSchema = z.enum([
  'create',
  'update',
  'replace',
  'delete',
  'unchanged',
  'keep',
  'run',
  'refused',
  'unknown',
]);
export type PlanAction = z.output<typeof planActionSchema>;

const summarySchema = z.record(planActionSchema, z.number().int());

/** How many jobs of each action there are. */
export function planSummary(jobs: readonly { readonly action: PlanAction }[]): z.output<typeof summarySchema> {
  const countJobs = (action: PlanAction): number => jobs.filter((job) => job.action === action).length;
  return summarySchema.parse(Object.fromEntries(planActionSchema.options.map((action) => [action, countJobs(action)])));
}

/** What one job of the run would do. */
export const plannedJobSchema = z.object({
  type: z.string(),
  component: z.string(),
  priority: z.number().int(),
  object: objectNameSchema.optional(),
  action: planActionSchema,
  message: z.string(),
  texts: textsSchema,
  /** All that would change, marks on what others share among it. */
  changes: z.array(plannedChangeSchema).readonly(),
});
export type PlannedJob = z.output<typeof plannedJobSchema>;

/** A step, or a sub step that has its turn after others. */
export const plannedStepSchema = z.object({
  path: z.array(z.string()).readonly(),
  /** Decided when its turn comes; the plan takes it to hold. */
  condition: z.string().optional(),
  jobs: z.array(plannedJobSchema).readonly(),
});
export type PlannedStep = z.output<typeof plannedStepSchema>;

/** What a run would do to the cluster, tried out and not done. */
export const planSchema = z.object({
  /** Absent for an application that is not stored yet: its objects are then planned under an id of zeros. */
  appId: z.string().optional(),
  name: z.string(),
  namespace: z.string(),
  /** Absent for a document that is not stored. */
  revision: z.number().int().optional(),
  /** Nothing would change, and nothing would be refused or is unknown. */
  upToDate: z.boolean(),
  /** How many jobs of each action there are. */
  summary: summarySchema,
  steps: z.array(plannedStepSchema).readonly(),
  warnings: z.array(z.string()).readonly(),
  /** Which kind of gateway its routes are for, and why; absent where it has none. */
  gateway: z.string().optional(),
  texts: textsSchema,
  /** What is doubtful about the document. */
  problems: z.array(problemSchema).readonly(),
});
export type Plan = z.output<typeof planSchema>;

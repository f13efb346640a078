import * as z from 'zod';
import { schemaMessages } from '../messages/index.ts';
import { instantSchema } from './instant.ts';
import { jobSchema } from './job.ts';
import { jsonValueSchema } from './json-value.ts';
import { lenientBody } from './lenient-body.ts';
import { nextPage } from './page.ts';
import { runNumberSchema, taskStatusSchema } from './task.ts';
import { textsSchema } from './texts.ts';
import { executedRunSchema, runReport } from './workflow.ts';

const copies = z.number().int().min(0).max(10_000);
const scale = z.object({
  replicas: z
    .record(z.string().min(1), copies)
    .refine((each) => Object.keys(each).length > 0, schemaMessages.componentRequired.message),
  ...runReport,
});

/** How many copies of which components shall run. */
export const scaleRequestSchema = lenientBody(scale);
export type ScaleRequest = z.output<typeof scale>;

const restart = z.object({ components: z.array(z.string().min(1)).readonly().optional(), ...runReport });

/** The components whose pods shall be replaced; all that have any when none are named. */
export const restartRequestSchema = lenientBody(restart);
export type RestartRequest = z.output<typeof restart>;

const rollback = z.object({ revision: z.number().int().min(1).optional(), ...runReport });

/** The revision to go back to; without it, the last one before the current that was delivered. */
export const rollbackRequestSchema = lenientBody(rollback);
export type RollbackRequest = z.output<typeof rollback>;

/** The run that goes back. Its revision is a new one, with the content of the restored. */
export const rolledBackSchema = executedRunSchema.extend({ restored: z.number().int() });
export type RolledBack = z.output<typeof rolledBackSchema>;

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const deletion = z.object({
  /** Whether claims, and the data they hold, stay. */
  keepPvc: flag.default(true),
});

/** What a deletion spares. */
export const deletionSchema = lenientBody(deletion);
export interface Deletion {
  readonly keepPvc?: boolean;
}

/** What a deletion spares, and whether its end is waited for: as long as a request may take. */
export const cleanupSchema = lenientBody(deletion.extend({ wait: flag.default(true) }));

/** What became of what an application owned, each as `Kind:namespace/name` or `Kind:name`, with the reason where there is one. */
export const cleanedResourcesSchema = z.object({
  appId: z.string(),
  taskId: z.string(),
  number: runNumberSchema,
  /** The run goes on while this is not terminal. */
  status: taskStatusSchema,
  deletedResources: z.array(z.string()).readonly(),
  /** What was gone already, or stays because others use it. */
  keptResources: z.array(z.string()).readonly(),
  failedResources: z.array(z.string()).readonly(),
});
export type CleanedResources = z.output<typeof cleanedResourcesSchema>;

const decision = z.object({
  verdict: z.enum(['approved', 'rejected']),
  /** Which of several open questions. */
  jobId: z.string().min(1).optional(),
  comment: z.string().max(1000).optional(),
  /** Data that is sent with the decision, for a job whose work is done elsewhere. */
  values: z.record(z.string(), jsonValueSchema).optional(),
});

/** The decision about what a run waits for; it is recorded under the name of the caller. */
export const decisionSchema = lenientBody(decision);
export type Decision = z.output<typeof decision>;

/** The job that waited, with the decision. */
export const decidedJobSchema = z.object({ job: jobSchema });
export type DecidedJob = z.output<typeof decidedJobSchema>;

const retry = z.object({ jobId: z.string().min(1).optional() });

/** What to do again: all that is left of an ended run, or one job. */
export const retryRequestSchema = lenientBody(retry);
export type RetryRequest = z.output<typeof retry>;

/** One state of an application's document. */
export const revisionSchema = z.object({
  revision: z.number().int(),
  version: z.string(),
  creator: z.string(),
  createdAt: instantSchema,
  removedComponents: z.array(z.string()).readonly(),
  /** What is new in it; '' for nothing. */
  description: z.string(),
  texts: textsSchema,
  /** The one the application is at. */
  current: z.boolean(),
  /** The run in which it was refused: it does not serve, and no later run delivers it. */
  refusedBy: z.string().optional(),
  /** The revision it goes back to, because a newer one was refused. */
  restores: z.number().int().optional(),
});
export type Revision = z.output<typeof revisionSchema>;

/** What became of a revision. `serving`: it runs; `delivered`: it ran as a whole; `stored`: no run was to deliver it. */
export const revisionStateSchema = z.enum([
  'serving',
  'delivered',
  'failed',
  'refused',
  'cancelled',
  'running',
  'stored',
]);
export type RevisionState = z.output<typeof revisionStateSchema>;

/** A revision in a list. */
export const listedRevisionSchema = revisionSchema.extend({
  state: revisionStateSchema,
  /** The number of the newest run that was to deliver it. */
  run: runNumberSchema.optional(),
  /** In what it differs from the one before, each as `web image nginx:1 → nginx:2`, `+worker` or `-cache`. */
  changes: z.array(z.string()).readonly(),
});
export type ListedRevision = z.output<typeof listedRevisionSchema>;

/** Revisions, the newest first. */
export const revisionListSchema = z.object({ revisions: z.array(listedRevisionSchema).readonly(), ...nextPage });
export type RevisionList = z.output<typeof revisionListSchema>;

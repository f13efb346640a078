import * as z from 'zod';
import { schemaMessages } from '../messages/index.ts';
import { callbackRequestSchema } from './callback.ts';
import { instantSchema } from './instant.ts';
import { jobSchema } from './job.ts';
import { lenientBody } from './lenient-body.ts';
import { nextPage } from './page.ts';
import { runNumberSchema, taskSchema, taskStatusSchema } from './task.ts';
import { textsSchema } from './texts.ts';

/** A time to wait: seconds, or a text such as `30s` or `1m30s`. */
const waitSchema = z.union([
  z.number().nonnegative().max(86_400),
  z.string().regex(/^(\d{1,6}(\.\d{1,3})?(ms|s|m|h)){1,4}$/, schemaMessages.wait.message),
]);

/** How a request that starts a run learns of its end, and others with it. */
export const runReport = {
  /** Respond when the run has ended, or after this time. */
  wait: waitSchema.optional(),
  /** Reports the end of the run to an address. */
  callback: callbackRequestSchema.optional(),
};
export type RunReport = z.output<z.ZodObject<typeof runReport>>;

/** An empty id is none: existing clients send it where they mean the workflow of the application. */
const optionalWorkflowId = z
  .string()
  .transform((id) => (id === '' ? undefined : id))
  .optional();

const execution = z.object({
  workflowId: optionalWorkflowId,
  revision: z.number().int().min(1).optional(),
  /** Whether components of type `job` that have finished, and have not changed, run once more. */
  rerun: z.boolean().optional(),
  ...runReport,
});

/** What to run: without a workflow's id, the application's own; without a revision, the current one. */
export const workflowExecutionSchema = lenientBody(execution);
export type WorkflowExecution = z.output<typeof execution>;

/** The run that was queued, and the revision it delivers. */
export const startedRunSchema = z.object({
  taskId: z.string(),
  number: runNumberSchema,
  revision: z.number().int(),
});
export type StartedRun = z.output<typeof startedRunSchema>;

/** What a request that waited for the end of a run adds to its response: `task` and `jobs` are as they are now. */
export const awaitedRun = {
  /**
   * `ended`: the run has ended. `timeout`: the time was up. `poolFull`: as many requests wait as may, so that this one did
   * not. `interrupted`: the server stops.
   */
  waited: z.enum(['ended', 'timeout', 'poolFull', 'interrupted']).optional(),
  task: taskSchema.optional(),
  /** In the order of the plan. */
  jobs: z.array(jobSchema).readonly().optional(),
};
export type AwaitedRun = z.output<z.ZodObject<typeof awaitedRun>>;

/** The run that was queued, for a request that may have waited for its end. */
export const executedRunSchema = startedRunSchema.extend(awaitedRun);
export type ExecutedRun = z.output<typeof executedRunSchema>;

const cancellation = z.object({
  taskId: z.string().min(1),
  user: z.string().max(255).optional(),
  reason: z.string().max(10_000).optional(),
  /** The code of `reason`, where a program wrote it. */
  texts: textsSchema,
  /** Whether another run then removes what this one created. What was there before it stays, and so do claims. */
  cleanUp: z.boolean().optional(),
});

/** Which run to cancel, and why. */
export const workflowCancellationSchema = lenientBody(cancellation);
export type WorkflowCancellation = z.output<typeof cancellation>;

/** The run as it stands after the cancellation was stored. */
export const cancelledRunSchema = z.object({
  taskId: z.string(),
  number: runNumberSchema,
  status: taskStatusSchema,
  /** The run that removes what this one created, where that was asked for. */
  cleanUpTaskId: z.string().optional(),
  /** The number of that run. */
  cleanUpNumber: runNumberSchema.optional(),
});
export type CancelledRun = z.output<typeof cancelledRunSchema>;

const reference = execution.extend({ workflowId: z.string().min(1) });

/** Which workflow to run; its application is found by it. */
export const workflowReferenceSchema = lenientBody(reference);
export type WorkflowReference = z.output<typeof reference>;

const request = z.object({
  /** Without it, a workflow is added. */
  workflowId: optionalWorkflowId,
  name: z.string().trim().min(1).max(63).optional(),
  alias: z.string().max(255).optional(),
  /** As a document's workflow is written. */
  workflow: z.array(z.unknown()).max(1000).readonly(),
});

/** The steps of a workflow, and what it is called. */
export const workflowRequestSchema = lenientBody(request);
export type WorkflowRequest = z.output<typeof request>;

/** The workflow that was added, changed or removed, and the revision that came of it. */
export const changedWorkflowSchema = z.object({ workflowId: z.string(), revision: z.number().int() });
export type ChangedWorkflow = z.output<typeof changedWorkflowSchema>;

/** A workflow of an application. Secret values in its steps are masked. */
export const workflowSchema = z.object({
  id: z.string(),
  name: z.string(),
  alias: z.string(),
  namespace: z.string(),
  project: z.string(),
  description: z.string(),
  /** Whether it is the application's own: the steps its document has. */
  own: z.boolean(),
  workflowType: z.literal('workflow'),
  status: z.literal('created'),
  disabled: z.boolean(),
  steps: z.array(z.record(z.string(), z.unknown())).readonly(),
  createTime: instantSchema,
  updateTime: instantSchema,
});
export type Workflow = z.output<typeof workflowSchema>;

/** Workflows, the one changed last first. */
export const workflowListSchema = z.object({ workflows: z.array(workflowSchema).readonly(), ...nextPage });
export type WorkflowList = z.output<typeof workflowListSchema>;

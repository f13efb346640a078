import * as z from 'zod';
import { servingSchema } from './application.ts';
import { callbackSchema } from './callback.ts';
import { instantSchema } from './instant.ts';
import { jobListSchema, jobSchema } from './job.ts';
import { pageSchema } from './page.ts';
import { defineRoute } from './route.ts';
import { emptyBody, nothing, taskParams } from './route-parts.ts';
import { runFilterSchema, runNumberSchema, taskKindSchema, taskListSchema, taskStatusSchema } from './task.ts';
import { textsSchema } from './texts.ts';

/** The part of the contract about runs of any application. */
export const runRoutes = {
  listRuns: defineRoute({
    method: 'GET',
    path: '/runs',
    summary: 'Lists the runs of all applications the caller may see, the newest first',
    access: 'read',
    subject: 'projects',
    params: nothing,
    query: runFilterSchema,
    body: emptyBody,
    response: { encoding: 'json', schema: taskListSchema },
    errors: [],
  }),
  listJobs: defineRoute({
    method: 'GET',
    path: '/workflow/tasks/:taskId/jobs',
    summary: 'Lists the jobs of a run in the order of its plan',
    access: 'read',
    subject: 'task',
    params: taskParams,
    query: pageSchema,
    body: emptyBody,
    response: { encoding: 'json', schema: jobListSchema },
    errors: ['TASK_NOT_FOUND'],
  }),
};

const unixSeconds = z.number().int().optional();

/**
 * A component inside a run: the sum of its jobs, or what the run's own state implies when it has none yet. `skipped`: the
 * run did not deliver it, or not all of it; `message` is the reason.
 */
export const runComponentSchema = z.object({
  name: z.string(),
  type: z.string(),
  status: z.enum([...taskStatusSchema.options, 'skipped']),
  message: z.string().optional(),
  /** The first error among its jobs. */
  error: z.string().optional(),
  texts: textsSchema,
  startTime: unixSeconds,
  endTime: unixSeconds,
});
export type RunComponent = z.output<typeof runComponentSchema>;

/** The state of a run: its components in the order of the workflow, and every job in the order of the plan. */
export const runStatusSchema = z.object({
  taskId: z.string(),
  number: runNumberSchema,
  kind: taskKindSchema,
  status: taskStatusSchema,
  workflowId: z.string(),
  workflowName: z.string(),
  appId: z.string(),
  appName: z.string(),
  /** Which revision of the application it delivers. */
  revision: z.number().int(),
  /** While it waits: the run of the same application right ahead of it. */
  waitingFor: z.string().optional(),
  /** The number of that run. */
  waitingForNumber: runNumberSchema.optional(),
  type: z.literal('workflow'),
  error: z.string().optional(),
  cancelReason: z.string().optional(),
  texts: textsSchema,
  startTime: unixSeconds,
  endTime: unixSeconds,
  /** The same moments, to the millisecond. */
  startedAt: instantSchema.optional(),
  endedAt: instantSchema.optional(),
  components: z.array(runComponentSchema).readonly(),
  /** Of a run that did not complete, while no other has come after it: what runs now, where anything was delivered before. */
  serving: servingSchema
    .extend({
      /** Each component of the run with the revision of it that runs; without one, nothing of it does. */
      components: z.array(z.object({ name: z.string(), revision: z.number().int().optional() })).readonly(),
    })
    .optional(),
  jobs: z.array(jobSchema).readonly(),
  /** Of a run with a callback: the attempts to deliver it. */
  callback: callbackSchema.optional(),
});
export type RunStatus = z.output<typeof runStatusSchema>;

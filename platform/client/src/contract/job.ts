import * as z from 'zod';
import { instantSchema } from './instant.ts';
import { nextPage } from './page.ts';
import { textsSchema } from './texts.ts';

/** The states of one job of a run. */
export const jobStatusSchema = z.enum([
  'queued',
  'running',
  'completed',
  'failed',
  'timeout',
  'cancelled',
  'skipped',
  'rejected',
]);
export type JobStatus = z.output<typeof jobStatusSchema>;

/** A question that a user has to decide before the run continues, and the decision once there is one. */
export const approvalSchema = z.object({
  question: z.string(),
  texts: textsSchema,
  verdict: z.enum(['approved', 'rejected']).optional(),
  by: z.string().optional(),
  at: instantSchema.optional(),
  comment: z.string().optional(),
  /** Data that was sent with the decision. */
  values: z.record(z.string(), z.unknown()).optional(),
});
export type Approval = z.output<typeof approvalSchema>;

/** One job of a run: the delivery of one object, or one piece of work of another job type. */
export const jobSchema = z.object({
  id: z.string(),
  taskId: z.string(),
  step: z.string(),
  stepIndex: z.number().int(),
  /** Priority bucket inside the step: 0, 1, 10, 20. */
  bucket: z.number().int(),
  component: z.string(),
  type: z.string(),
  objectKind: z.string(),
  objectName: z.string(),
  namespace: z.string(),
  status: jobStatusSchema,
  /** Readiness in words, while it runs and after. */
  message: z.string().optional(),
  error: z.string().optional(),
  texts: textsSchema,
  startedAt: instantSchema.optional(),
  endedAt: instantSchema.optional(),
  /** While it runs: when its time is over. */
  deadlineAt: instantSchema.optional(),
  attempt: z.number().int(),
  /** What the job leaves for later steps. */
  outputs: z.record(z.string(), z.unknown()).optional(),
  /** Of a job that waits, or waited, for a decision. */
  approval: approvalSchema.optional(),
});
export type Job = z.output<typeof jobSchema>;

/** Jobs in the order of their plan. */
export const jobListSchema = z.object({ jobs: z.array(jobSchema).readonly(), ...nextPage });
export type JobList = z.output<typeof jobListSchema>;

/** What the program of a job has written; the beginning may be missing. */
export const jobLogSchema = z.object({ text: z.string(), truncated: z.boolean() });
export type JobLog = z.output<typeof jobLogSchema>;

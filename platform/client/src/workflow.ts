import * as z from 'zod';
import { lenientBody } from './lenient-body.ts';
import { taskStatusSchema } from './task.ts';

const execution = z.object({
  workflowId: z.string().min(1).optional(),
  revision: z.number().int().min(1).optional(),
});

/** What to run: without a workflow's id, the application's own; without a revision, the current one. */
export const workflowExecutionSchema = lenientBody(execution);
export type WorkflowExecution = z.output<typeof execution>;

/** The run that was stored, and the revision it delivers; it starts by itself. */
export const startedRunSchema = z.object({ taskId: z.string(), revision: z.number().int() });
export type StartedRun = z.output<typeof startedRunSchema>;

const cancellation = z.object({
  taskId: z.string().min(1),
  user: z.string().optional(),
  reason: z.string().optional(),
});

/** Which run to cancel, and why. */
export const workflowCancellationSchema = lenientBody(cancellation);
export type WorkflowCancellation = z.output<typeof cancellation>;

/** The run as it stands after the cancellation was stored. */
export const cancelledRunSchema = z.object({ taskId: z.string(), status: taskStatusSchema });
export type CancelledRun = z.output<typeof cancelledRunSchema>;

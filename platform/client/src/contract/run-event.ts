import * as z from 'zod';
import { instantSchema } from './instant.ts';
import { jobSchema } from './job.ts';
import { isTerminal, runNumberSchema, taskSchema } from './task.ts';

const common = {
  taskId: z.string(),
  /** The number of the run. */
  number: runNumberSchema,
  /** Stored with the transition and growing within a run: the id of the server-sent event. */
  sequence: z.number().int().nonnegative(),
  time: instantSchema,
};

/** One transition of a run or of a job of it, with the full snapshot after it. */
export const runEventSchema = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('task'), task: taskSchema }),
  z.object({ ...common, kind: z.literal('job'), job: jobSchema }),
]);
export type RunEvent = z.output<typeof runEventSchema>;

/** Whether this is the last event its run will ever have. */
export function isTerminalEvent(event: RunEvent): boolean {
  return event.kind === 'task' && isTerminal(event.task.status);
}

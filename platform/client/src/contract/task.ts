import * as z from 'zod';
import { instantSchema } from './instant.ts';
import { lenientBody } from './lenient-body.ts';
import { nextPage, pageFields } from './page.ts';
import { textsSchema } from './texts.ts';

const TERMINAL = ['completed', 'failed', 'timeout', 'cancelled', 'rejected'] as const;

/** The states of a run. The last five are terminal: nothing leaves them. */
export const taskStatusSchema = z.enum(['waiting', 'queued', 'running', ...TERMINAL]);
export type TaskStatus = z.output<typeof taskStatusSchema>;

/** Whether a run in this state has ended, and does not continue. */
export function isTerminal(status: TaskStatus): boolean {
  return TERMINAL.some((terminal) => terminal === status);
}

/** What a run does: deliver the application, or one thing to what has been delivered. */
export const taskKindSchema = z.enum(['deploy', 'scale', 'restart', 'delete', 'undo']);
export type TaskKind = z.output<typeof taskKindSchema>;

/** By what a run was asked for: the console, the command line, or another program. */
export const runSourceSchema = z.enum(['web', 'cli', 'api']);
export type RunSource = z.output<typeof runSourceSchema>;

/** The header with which clients report what they are. */
export const CLIENT_HEADER = 'x-kubemin-client';

/** How far a run is. */
export const runProgressSchema = z.object({
  /** Jobs that are done or kept, and all of them. */
  done: z.number().int(),
  all: z.number().int(),
  /** The step that the run has reached. */
  step: z.string(),
  /** How often its jobs were started. */
  attempts: z.number().int(),
  /** How often jobs were started again. */
  retries: z.number().int(),
});
export type RunProgress = z.output<typeof runProgressSchema>;

/** The number of a run. */
export const runNumberSchema = z.number().int().positive();

/** One run: of an application's workflow, or of an operation on what that has delivered. */
export const taskSchema = z.object({
  id: z.string(),
  /** Short name of the run, unique on its platform: what people call it, and accepted wherever its id is. */
  number: runNumberSchema,
  appId: z.string(),
  appName: z.string(),
  namespace: z.string(),
  /** Which revision of the application it delivers. */
  revision: z.number().int(),
  kind: taskKindSchema,
  /** Which workflow of the application it runs; absent for operations. */
  workflowId: z.string().optional(),
  status: taskStatusSchema,
  error: z.string().optional(),
  creator: z.string().optional(),
  /** By what it was asked for; absent for runs of earlier versions. */
  source: runSourceSchema.optional().catch(undefined),
  /** The worker that has it now. */
  executor: z.string().optional(),
  /** Of a run that waits again after a worker had it: when that worker was last heard of. */
  heldUntil: instantSchema.optional(),
  cancelReason: z.string().optional(),
  texts: textsSchema,
  createdAt: instantSchema,
  startedAt: instantSchema.optional(),
  endedAt: instantSchema.optional(),
  /** Of a waiting run, when it is looked up: the run of the same application right ahead of it. */
  waitingFor: z.string().optional(),
  /** The number of that run. */
  waitingForNumber: runNumberSchema.optional(),
  /** The run it takes up again, keeping what that had done. */
  retryOf: z.string().optional(),
  /** Where runs are listed, once it has been planned. */
  progress: runProgressSchema.optional(),
  /** Grows with each transition. */
  version: z.number().int(),
});
export type Task = z.output<typeof taskSchema>;

/** Runs, the newest first. */
export const taskListSchema = z.object({ tasks: z.array(taskSchema).readonly(), ...nextPage });
export type TaskList = z.output<typeof taskListSchema>;

const commaSeparated = <S extends z.ZodType>(one: S) =>
  z.preprocess((value) => (typeof value === 'string' ? value.split(',') : value), z.array(one).min(1).readonly());
const filter = { ...pageFields, limit: pageFields.limit.default(50) };

/** Which runs of an application to list. */
export const taskFilterSchema = z.object(filter);

const runFilter = z.object({
  ...filter,
  appId: z.string().min(1).optional(),
  /** One or several, separated by commas. */
  status: commaSeparated(taskStatusSchema).optional(),
  kind: commaSeparated(taskKindSchema).optional(),
  creator: z.string().min(1).optional(),
  source: commaSeparated(runSourceSchema).optional(),
  /** Requested at this moment or later. */
  since: z.iso.datetime({ offset: true }).optional(),
  /** Requested before this moment. */
  until: z.iso.datetime({ offset: true }).optional(),
});

/** Which runs of any application to list. */
export const runFilterSchema = lenientBody(runFilter);
export type RunFilter = z.output<typeof runFilter>;

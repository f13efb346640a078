import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import * as z from 'zod';
import { planMessages, requestMessages, taskStateMessages } from '../messages/index.ts';
import type { Job } from './job.ts';
import { findJobsByName, jobNames } from './job-name.ts';
import { isTaskFinished } from './states.ts';
import type { Task } from './task.ts';

const names = z.array(z.string().min(1)).readonly();

/** How an operation is stored; `readOperation` is the way back. */
export const operationSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('deploy'),
    rerun: z.boolean().optional(),
    otherWorkflows: z.boolean().optional(),
    permitted: z.array(z.string()).readonly().optional(),
  }),
  z.object({ kind: z.literal('scale'), replicas: z.record(z.string().min(1), z.number().int().min(0)).readonly() }),
  z.object({ kind: z.literal('restart'), components: names }),
  z.object({ kind: z.literal('delete'), claims: z.enum(['keep', 'delete']) }),
  z.object({ kind: z.literal('undo'), run: z.string().min(1) }),
]);

/**
 * What a run does. `deploy`: delivers the document by its workflow; with `rerun`, Jobs that are
 * finished and unchanged run once more; with `otherWorkflows`, the application has workflows beside that of the document,
 * and what steps have delivered stays; `permitted` holds the keys of what it may use although it belongs to others. The
 * others act on what has been delivered. `scale`:
 * changes how many copies of components run, and nothing else. `restart`: replaces the pods of components (of all, when
 * none are named) a few at a time. `delete`: removes all the application owns; claims and their data only on request.
 * `undo`: removes what the run before it created, and nothing else.
 */
export type Operation = z.output<typeof operationSchema>;

/** What distinguishes runs. */
export type OperationKind = Operation['kind'];

/** What is delivered is after such a run what it was before. */
export const DELIVERS_NOTHING: readonly OperationKind[] = ['restart', 'undo'];

/** The operation of a run that names none. */
export const DEPLOY_OPERATION: Operation = { kind: 'deploy' };

/** Thrown by a job that a user or the platform rejected: it ends `rejected`. */
export class RejectedError extends TerminalError {}

/** Why an operation cannot be done to one component. */
export interface OperationProblem {
  /** '' for the application as a whole. */
  readonly component: string;
  readonly code: 'COMPONENT_NOT_FOUND' | 'AUTOSCALED' | 'NOT_SCALABLE' | 'NOT_RESTARTABLE';
  readonly message: Message;
  readonly fix: Message;
}

/** An operation that cannot be done to what there is. */
export class OperationRefusedError extends TerminalError {
  readonly problems: readonly OperationProblem[];

  constructor(kind: OperationKind, problems: readonly OperationProblem[]) {
    const all = problems.map(({ message, fix }) => planMessages.operationProblem({ problem: message, fix }));
    super(planMessages.operationRefused({ operation: kind, problems: all }), { code: 'OPERATION_REFUSED' });
    this.problems = problems;
  }
}

/** The task does not exist. */
export function taskNotFound(taskId: string): TerminalError {
  return new TerminalError(requestMessages.runNotFound({ run: taskId }), { code: 'TASK_NOT_FOUND' });
}

/** The task has ended, so that it can neither be cancelled nor be decided about. */
export function taskFinished({ number, status }: Task, request: 'cancel' | 'decide'): TerminalError {
  const message = request === 'cancel' ? requestMessages.runEndedCancel : requestMessages.runEndedDecide;
  return new TerminalError(message({ run: `${number}`, status: taskStateMessages[status] }), { code: 'TASK_FINISHED' });
}

/** Why a task cannot be retried; undefined when it can. */
export function retryRefusal(at: {
  readonly task: Task;
  /** The newest task of its application. */
  readonly newest: Task | undefined;
  readonly jobs: readonly Job[];
  readonly jobId: string | undefined;
}): TerminalError | undefined {
  const { task, newest, jobs, jobId } = at;
  const refuse = (code: string, reason: Message) =>
    new TerminalError(requestMessages.cannotRetry({ run: `${task.number}`, reason }), { code });
  if (!isTaskFinished(task.status))
    return refuse('TASK_NOT_FINISHED', requestMessages.stillRunning({ status: taskStateMessages[task.status] }));
  if (newest !== undefined && newest.id !== task.id) {
    return refuse('TASK_SUPERSEDED', requestMessages.superseded({ run: `${newest.number}` }));
  }
  if (jobId !== undefined) {
    const [meant, ...more] = findJobsByName(jobs, jobId);
    if (meant === undefined) return refuse('NOTHING_TO_RETRY', requestMessages.jobNotFound({ job: jobId }));
    if (more.length > 0) {
      const names = jobNames([meant, ...more]);
      return refuse('NOTHING_TO_RETRY', requestMessages.severalJobs({ job: jobId, jobs: names }));
    }
  }
  if (jobId === undefined && task.status === 'completed') {
    return refuse('NOTHING_TO_RETRY', requestMessages.allSucceeded);
  }
  return undefined;
}

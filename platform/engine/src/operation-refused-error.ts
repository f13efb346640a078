import { TerminalError } from '@kubemin/base';
import type { OperationKind } from './operation.ts';
import type { Task } from './task.ts';

/** Thrown by a job that was refused, by somebody or by the platform, rather than tried in vain: it ends `rejected`. */
export class RejectedError extends TerminalError {}

/** Why an operation cannot be done to one component. */
export interface OperationProblem {
  /** '' for the application as a whole. */
  readonly component: string;
  readonly code: 'COMPONENT_NOT_FOUND' | 'AUTOSCALED' | 'NOT_SCALABLE' | 'NOT_RESTARTABLE';
  readonly message: string;
  readonly fix: string;
}

/** An operation that cannot be done to what there is. */
export class OperationRefusedError extends TerminalError {
  readonly problems: readonly OperationProblem[];

  constructor(kind: OperationKind, problems: readonly OperationProblem[]) {
    const words = problems.map(({ message, fix }) => `${message} ${fix}`).join(' ');
    super(`the application cannot be asked to ${kind}: ${words}`, { code: 'OPERATION_REFUSED' });
    this.problems = problems;
  }
}

/** Nobody knows the task. */
export function taskNotFound(taskId: string): TerminalError {
  return new TerminalError(`there is no run ${taskId}`, { code: 'TASK_NOT_FOUND' });
}

/** The task has ended, so that nothing can be done about it any more. */
export function taskFinished({ number, status }: Task, what: string): TerminalError {
  return new TerminalError(`run ${number} has already ended (${status}) and cannot be ${what}`, {
    code: 'TASK_FINISHED',
  });
}

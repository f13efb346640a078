import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { planMessages, requestMessages } from '../messages/index.ts';
import type { OperationKind } from './operation.ts';
import type { Task } from './task.ts';

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
  return new TerminalError(message({ run: `${number}`, status }), { code: 'TASK_FINISHED' });
}

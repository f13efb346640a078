import { TerminalError } from '@kubemin/base';
import type { Task } from './task.ts';

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

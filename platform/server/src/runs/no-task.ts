import { Refusal } from '../http/refusal.ts';

/** The refusal to do something to a run that is not there. */
export function noTask(taskId: string): Refusal {
  return new Refusal('TASK_NOT_FOUND', `there is no task ${taskId}`);
}

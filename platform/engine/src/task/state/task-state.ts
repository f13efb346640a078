import { isTerminal, type TransitionTable } from './transition-table.ts';

/** Where a task stands. The last five are terminal. */
export type TaskStatus =
  | 'waiting'
  | 'queued'
  | 'running'
  | 'completed'
  | 'failed'
  | 'timeout'
  | 'cancelled'
  | 'rejected';

/** The states in which an executor holds the task. */
export const CLAIMED_TASK_STATES = ['queued', 'running'] as const satisfies readonly TaskStatus[];

/** Back to waiting means: handed back at shutdown, or taken from an executor that died. */
export const TASK_TRANSITIONS: TransitionTable<TaskStatus> = {
  waiting: ['queued', 'cancelled'],
  queued: ['running', 'waiting', 'cancelled'],
  running: ['completed', 'failed', 'timeout', 'cancelled', 'rejected', 'waiting'],
  completed: [],
  failed: [],
  timeout: [],
  cancelled: [],
  rejected: [],
};

/** True for the states a task ends in. */
export function isTaskFinished(status: TaskStatus): boolean {
  return isTerminal(TASK_TRANSITIONS, status);
}

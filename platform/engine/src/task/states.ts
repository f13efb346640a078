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

/** The state of a job. Only `queued` and `running` can change. `rejected`: a user, or the platform, refused it. */
export type JobStatus =
  | 'queued'
  | 'running'
  | 'completed'
  | 'failed'
  | 'timeout'
  | 'cancelled'
  | 'skipped'
  | 'rejected';

/** Back to queued means: its executor died or shut down, and the job runs again. */
export const JOB_TRANSITIONS: TransitionTable<JobStatus> = {
  queued: ['running', 'cancelled', 'skipped'],
  running: ['completed', 'failed', 'timeout', 'cancelled', 'skipped', 'rejected', 'queued'],
  completed: [],
  failed: [],
  timeout: [],
  cancelled: [],
  skipped: [],
  rejected: [],
};

/** True for the states a job ends in. */
export function isJobFinished(status: JobStatus): boolean {
  return isTerminal(JOB_TRANSITIONS, status);
}

/** True when the work that comes after this job may start. */
export function isJobSuccessful(status: JobStatus): boolean {
  return status === 'completed' || status === 'skipped';
}

/** A state machine as data: for each state, where it may go. States that go nowhere are terminal and absorb. */
export type TransitionTable<State extends string> = Readonly<Record<State, readonly State[]>>;

/** Every state from which `to` may be entered: what a conditional UPDATE names in its WHERE. */
export function sourceStates<State extends string>(table: TransitionTable<State>, to: State): readonly State[] {
  return allStates(table).filter((from) => table[from].includes(to));
}

/** True when nothing ever follows. */
export function isTerminal<State extends string>(table: TransitionTable<State>, state: State): boolean {
  return table[state].length === 0;
}

/** All states, in the order the table names them. */
export function allStates<State extends string>(table: TransitionTable<State>): readonly State[] {
  const isState = (key: string): key is State => key in table;
  return Object.keys(table).filter(isState);
}

import type { Generated, SealedColumn, Selectable } from '@kubemin/sql';
import type { CallbackStatus } from './callback.ts';
import type { NameClaim } from './guard/name-claims.ts';
import type { OperationKind } from './operation.ts';
import type { JobStatus, TaskStatus } from './states.ts';

interface TasksTable {
  /**
   * Order of submission; FIFO goes by it, as stamps may be equal or jump. It is also the number of the run: the primary key,
   * given by the database with the row, so that no counter is shared between transactions.
   */
  readonly position: Generated<number>;
  readonly id: string;
  readonly app_id: string;
  readonly app_name: string;
  readonly namespace: string;
  readonly revision: number;
  /** What it delivers, sealed. A run that changes what was delivered before stores the outcome here when it begins. */
  document: string;
  component_ids: string;
  readonly creator: string | null;
  /** By what it was asked for, as its submitter calls it. */
  readonly source: string | null;
  readonly created_at: number;
  status: TaskStatus;
  error: string | null;
  /** JSON: code and parameters of `error`; null for a text without, and in rows of earlier versions. */
  error_text: string | null;
  revoker: string | null;
  cancel_reason: string | null;
  cancel_reason_text: string | null;
  started_at: number | null;
  ended_at: number | null;
  executor_id: string | null;
  /** Of a task that waits again: the last moment at which its executor surely had it. */
  heartbeat_at: number | null;
  /** The app id while claimed, else null. Unique: the database itself allows one claimed task per application. */
  active_app: string | null;
  version: number;
  readonly kind: Generated<OperationKind>;
  /** JSON: what it does; null when it deploys. */
  readonly operation: string | null;
  /** Which of the application's workflows it runs, as its submitter calls them; null for no particular one. */
  readonly workflow_id: Generated<string | null>;
  /** The task it takes up again. */
  readonly retry_of: string | null;
  /** The only job of that task it does again; null when it does all that is left. */
  readonly retry_job: string | null;
  /** JSON: the tracks its components are on once it has completed; null for none. */
  tracks: string | null;
  /** The trace of the request that asked for it, as a `traceparent`. */
  readonly trace: string | null;
  /** Sequence of the task's last event; unused where transactions are serial: there the events have it. */
  event_sequence: number;
  /** When it was last announced that it waits; null when never. */
  announced_at: number | null;
}

interface JobsTable {
  readonly id: string;
  readonly task_id: string;
  readonly plan_key: string;
  /** Place in the plan. */
  readonly position: number;
  readonly step: string;
  readonly step_index: number;
  readonly bucket: number;
  readonly component: string;
  readonly type: string;
  readonly object_kind: string;
  readonly object_name: string;
  readonly namespace: string;
  status: JobStatus;
  message: string | null;
  /** JSON: code and parameters of `message`; null for a text without, and in rows of earlier versions. */
  message_text: string | null;
  error: string | null;
  error_text: string | null;
  /** The first start. */
  started_at: number | null;
  ended_at: number | null;
  /** When its present executor started it; null while it has none. */
  held_since: number | null;
  /** How long earlier executors had it. The time limit counts this, and not the time without an executor. */
  spent_ms: number;
  /** How long it may take; null in rows of earlier versions. */
  readonly time_limit_ms: number | null;
  attempt: number;
  version: number;
  /** JSON, by name. */
  outputs: string | null;
  /** What a user is asked; null when nothing is. */
  question: string | null;
  question_text: string | null;
  verdict: 'approved' | 'rejected' | null;
  decided_by: string | null;
  decided_at: number | null;
  decision_comment: string | null;
  /** JSON: the values of the decision. */
  decision_values: string | null;
}

interface RunEventsTable {
  readonly task_id: string;
  readonly sequence: number;
  readonly time: number;
  readonly kind: 'task' | 'job';
  readonly snapshot: string;
  /** Its place among the events of all runs; null until it has been given one. */
  position: number | null;
}

interface JournalsTable {
  readonly name: string;
  /** The last place that was given. */
  position: number;
  /** The highest place whose event is gone; 0 while all are there. */
  floor: number;
}

interface JobLogsTable {
  readonly job_id: string;
  /** Sealed. */
  readonly log: string;
  readonly truncated: number;
}

/** Without a foreign key: a row is stored before its task. */
interface RunCallbacksTable {
  readonly task_id: string;
  /** Sealed: address and secret. */
  readonly target: string;
  /** Of the address. */
  readonly origin: string;
  status: CallbackStatus;
  /** JSON: the attempts. */
  attempts: string;
  /** When the next attempt is due. */
  next_at: number;
  /** The executor that makes an attempt, and when its hold expires; null and 0 without one. */
  held_by: string | null;
  held_until: number;
  version: number;
  readonly created_at: number;
}

interface ShareClaimsTable {
  /** Namespace and share name. */
  readonly name: string;
  app_id: string;
  /** The run that claimed it last. */
  task_id: string;
}

/** Names that applications have or refer to. The row without a name is there once all earlier runs are taken in. */
interface NameClaimsTable {
  readonly name_key: string;
  readonly app_id: string;
  readonly mode: NameClaim['mode'] | '';
  readonly scope: string;
  /** The number of the last run that claimed it. */
  run: number;
}

interface LeadersTable {
  /** What the holder leads. */
  readonly name: string;
  /** Null after it was given up. */
  holder: string | null;
  /** Counts holders; never goes back. */
  term: number;
  expires_at: number;
}

interface InstancesTable {
  readonly id: string;
  heartbeat_at: number;
}

/** The engine's own tables. */
export interface EngineTables {
  readonly tasks: TasksTable;
  readonly jobs: JobsTable;
  readonly run_events: RunEventsTable;
  readonly journals: JournalsTable;
  readonly job_logs: JobLogsTable;
  readonly run_callbacks: RunCallbacksTable;
  readonly share_claims: ShareClaimsTable;
  readonly name_claims: NameClaimsTable;
  readonly leaders: LeadersTable;
  readonly instances: InstancesTable;
}

/** A task as stored. */
export type TaskRow = Selectable<TasksTable>;
/** A job as stored. */
export type JobRow = Selectable<JobsTable>;
/** An event as stored. */
export type EventRow = Selectable<RunEventsTable>;

/** The engine's columns whose texts are sealed: they hold what users wrote, or what their programs printed. */
export const ENGINE_SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'tasks', key: ['position'], column: 'document' },
  { table: 'job_logs', key: ['job_id'], column: 'log' },
  { table: 'run_callbacks', key: ['task_id'], column: 'target' },
];

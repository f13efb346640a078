import type { Clock, Vault } from '@kubemin/base';
import type { SqlCapabilities, SqlDatabase, Steps } from '@kubemin/sql';
import type { EngineTables, PlannedJob, Transition } from '../task/index.ts';

/** What a store needs; `changed` is called after a transition is on disk. */
export interface StoreOptions {
  readonly database: SqlDatabase<EngineTables>;
  /** Seals what users may have put secrets into. */
  readonly vault: Vault;
  readonly clock: Clock;
  readonly changed: (taskId: string, transitions: readonly Transition[]) => void;
  /** How long a job may take, in milliseconds; undefined where that is not known. */
  readonly timeLimit?: ((job: PlannedJob) => number | undefined) | undefined;
  /** The trace that asks for a task right now, as a `traceparent`. */
  readonly trace?: (() => string | undefined) | undefined;
}

/** A transaction on the engine's tables, or a part of one. */
export type EngineSteps<R> = Steps<EngineTables, R>;

/** What a database can do that decides which steps a transition takes there. */
export type WriteCapabilities = Pick<SqlCapabilities, 'returning' | 'serialTransactions' | 'rowLocks'>;

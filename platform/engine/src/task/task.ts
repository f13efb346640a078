import type { AnyDocument } from '@kubemin/model';
import type { RunCallback } from './callback.ts';
import type { Operation, OperationKind } from './operation.ts';
import type { TaskStatus } from './states.ts';
import type { Texts } from './texts.ts';

/** One run: of an application's workflow, or of an operation on what that has delivered. Times are milliseconds since the epoch. */
export interface Task {
  readonly id: string;
  /** Short name of the run: unique in its database, and grows in the order of submission; some may be left out. */
  readonly number: number;
  readonly appId: string;
  readonly appName: string;
  readonly namespace: string;
  /** Which state of the application it delivers, as its submitter counts them: from 1, and each change is a new one. */
  readonly revision: number;
  readonly kind: OperationKind;
  readonly status: TaskStatus;
  readonly error?: string;
  readonly creator?: string;
  /** By what it was asked for, as its submitter calls it. */
  readonly source?: string;
  /** The engine that has it now. */
  readonly executor?: string;
  /** Of a task that waits again after an engine had it: when that engine was last heard of. */
  readonly heldUntil?: number;
  readonly cancelReason?: string;
  /** Of `error` and `cancelReason`. */
  readonly texts?: Texts;
  readonly createdAt: number;
  readonly startedAt?: number;
  readonly endedAt?: number;
  /** Of a waiting task: the task of the same application right ahead of it. Known when looked up, not in events. */
  readonly waitingFor?: string;
  /** The number of that task. */
  readonly waitingForNumber?: number;
  /** Which of the application's workflows it runs, as its submitter calls them. */
  readonly workflowId?: string;
  /** The task it takes up again, keeping what that had done. */
  readonly retryOf?: string;
  /** The only job of that task that it did again: it has not delivered its document. */
  readonly retryJob?: string;
  /** The trace of the request that asked for it, as a `traceparent`: the run of the task continues it. */
  readonly trace?: string;
  /** Counts the task's transitions. */
  readonly version: number;
}

/** What to run: the document as it was when the run was asked for, and what to do. */
export interface RunRequest {
  /** The id its task shall have: submitted again, it gives the task that is there. @default one of a kind */
  readonly id?: string;
  readonly appId: string;
  readonly appName: string;
  readonly namespace: string;
  readonly revision: number;
  /** Which of the application's workflows the document has; only passed on. */
  readonly workflowId?: string;
  readonly document: AnyDocument;
  readonly componentIds: Readonly<Record<string, number>>;
  readonly creator?: string;
  /** By what it was asked for; only passed on. */
  readonly source?: string;
  /** @default deploys the document */
  readonly operation?: Operation;
  /** Where its end is reported to; not part of a retry of it. @default nowhere */
  readonly callback?: RunCallback;
}

/** Which runs to list: those that have all of what is given. */
export interface TaskFilter {
  readonly appId?: string | undefined;
  /** Of any of these applications; of none when empty. */
  readonly appIds?: readonly string[] | undefined;
  readonly status?: readonly TaskStatus[] | undefined;
  readonly kind?: readonly OperationKind[] | undefined;
  readonly creator?: string | undefined;
  readonly source?: readonly string[] | undefined;
  /** Submitted at this moment or later; milliseconds since the epoch. */
  readonly since?: number | undefined;
  /** Submitted before this moment. */
  readonly until?: number | undefined;
  /** Goes on where a page ended: its `next`. */
  readonly after?: number | undefined;
}

/** Some of the runs that were asked for, the newest first. */
export interface TaskPage {
  readonly tasks: readonly Task[];
  /** Where the next page goes on; absent when there is nothing more. */
  readonly next?: number;
}

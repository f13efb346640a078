import type { AnyDocument } from '@kubemin/model';
import type { TaskStatus } from './state/task-state.ts';

/** One run of an application's workflow. Times are milliseconds since the epoch. */
export interface Task {
  readonly id: string;
  readonly appId: string;
  readonly appName: string;
  readonly namespace: string;
  readonly status: TaskStatus;
  readonly error?: string;
  readonly creator?: string;
  readonly cancelReason?: string;
  readonly createdAt: number;
  readonly startedAt?: number;
  readonly endedAt?: number;
  /** Counts the task's transitions. */
  readonly version: number;
}

/** What to run: the document as it was when the run was asked for. */
export interface RunRequest {
  readonly appId: string;
  readonly appName: string;
  readonly namespace: string;
  readonly document: AnyDocument;
  readonly componentIds: Readonly<Record<string, number>>;
  readonly creator?: string;
}

import type { Task, TaskRow } from '../task/index.ts';

/** The claim of an executor on a task, as it was read: recovery releases it only if it is still the same. */
export interface Claim {
  readonly taskId: string;
  readonly executorId: string;
  readonly heartbeatAt: number | null;
}

/** A claimed task with what is needed to run it. */
export interface ClaimedTask {
  readonly task: Task;
  /** Its document, sealed. */
  readonly request: string;
  readonly componentIds: string;
  readonly operation: string | null;
  /** What `lastCompleted` would return, where the claim has looked it up along the way. */
  readonly before?: { readonly delivered: DeliveredTask | undefined };
}

/** What a completed task had delivered, as stored. */
export interface DeliveredTask extends Omit<ClaimedTask, 'task' | 'operation' | 'before'> {
  readonly tracks: string | null;
}

/** What running a task takes, of its row. */
export function claimedFrom(row: Pick<TaskRow, 'document' | 'component_ids' | 'operation'>): Omit<ClaimedTask, 'task'> {
  return { request: row.document, componentIds: row.component_ids, operation: row.operation };
}

/** What a completed task has delivered; nothing when it deleted all. */
export function deliveredBy(
  row: Pick<TaskRow, 'document' | 'component_ids' | 'tracks' | 'kind'>,
): DeliveredTask | undefined {
  if (row.kind === 'delete') return undefined;
  return { request: row.document, componentIds: row.component_ids, tracks: row.tracks };
}

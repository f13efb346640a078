import { TerminalError } from '@kubemin/base';
import { isJsonObject, type JsonObject } from '@kubemin/kubeapi';
import type { Approval, Job } from '../job.ts';
import { storeMessages } from '../messages/store.ts';
import type { Task } from '../task.ts';
import { readTexts } from './message-columns.ts';
import type { JobRow, TaskRow } from './tables.ts';

/** A stored task as callers see it: without its document and the executor's bookkeeping. */
export function toTask(
  row: Omit<TaskRow, 'document' | 'component_ids' | 'announced_at' | 'operation'> & {
    readonly waiting_for?: string | null;
    readonly waiting_for_number?: number | null;
  },
): Task {
  return {
    id: row.id,
    number: row.position,
    appId: row.app_id,
    appName: row.app_name,
    namespace: row.namespace,
    revision: row.revision,
    kind: row.kind,
    status: row.status,
    ...present('error', row.error),
    ...present('creator', row.creator),
    ...present('cancelReason', row.cancel_reason),
    ...readTexts({ error: row.error_text, cancelReason: row.cancel_reason_text }),
    createdAt: row.created_at,
    ...present('startedAt', row.started_at),
    ...present('endedAt', row.ended_at),
    ...present('workflowId', row.workflow_id),
    ...present('retryOf', row.retry_of),
    ...present('retryJob', row.retry_job),
    ...present('waitingFor', row.waiting_for ?? null),
    ...present('waitingForNumber', row.waiting_for_number ?? null),
    ...present('trace', row.trace),
    version: row.version,
  };
}

/** The number the database has given a new task. */
export function numberOf(row: Pick<TaskRow, 'position'> | undefined, taskId: string): number {
  if (row !== undefined) return row.position;
  throw new TerminalError(storeMessages.numberMissing({ task: taskId }), { code: 'TASK_NUMBER_MISSING' });
}

/** A stored job as callers see it. */
export function toJob(row: JobRow): Job {
  return {
    id: row.id,
    taskId: row.task_id,
    step: row.step,
    stepIndex: row.step_index,
    bucket: row.bucket,
    component: row.component,
    type: row.type,
    objectKind: row.object_kind,
    objectName: row.object_name,
    namespace: row.namespace,
    status: row.status,
    ...present('message', row.message),
    ...present('error', row.error),
    ...readTexts({ message: row.message_text, error: row.error_text }),
    ...present('startedAt', row.started_at),
    ...present('endedAt', row.ended_at),
    attempt: row.attempt,
    ...present('outputs', row.outputs === null ? null : readOutputs(row.outputs)),
    ...present('approval', approvalOf(row)),
  };
}

/** Outputs that are not a JSON object (the row was edited by another program) count as none. */
function readOutputs(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function approvalOf(row: JobRow): Approval | null {
  if (row.question === null) return null;
  return {
    question: row.question,
    ...readTexts({ question: row.question_text }),
    ...present('verdict', row.verdict),
    ...present('by', row.decided_by),
    ...present('at', row.decided_at),
    ...present('comment', row.decision_comment),
    ...present('values', row.decision_values === null ? null : readOutputs(row.decision_values)),
  };
}

function present<K extends string, V>(key: K, value: V | null): { readonly [key in K]?: V } {
  const some: { [key in K]?: V } = {};
  if (value !== null) some[key] = value;
  return some;
}

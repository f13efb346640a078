import { TerminalError } from '@kubemin/base';
import { isJsonObject, type JsonObject } from '@kubemin/kubeapi';
import { storeMessages } from '../messages/index.ts';
import type { Approval, Job, JobRow, Task, TaskRow } from '../task/index.ts';
import { readTexts } from './message-columns.ts';

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
    ...withoutNulls('error', row.error),
    ...withoutNulls('creator', row.creator),
    ...withoutNulls('cancelReason', row.cancel_reason),
    ...readTexts({ error: row.error_text, cancelReason: row.cancel_reason_text }),
    createdAt: row.created_at,
    ...withoutNulls('startedAt', row.started_at),
    ...withoutNulls('endedAt', row.ended_at),
    ...withoutNulls('workflowId', row.workflow_id),
    ...withoutNulls('retryOf', row.retry_of),
    ...withoutNulls('retryJob', row.retry_job),
    ...withoutNulls('waitingFor', row.waiting_for ?? null),
    ...withoutNulls('waitingForNumber', row.waiting_for_number ?? null),
    ...withoutNulls('trace', row.trace),
    version: row.version,
  };
}

/** The number the database has given a new task. */
export function taskNumber(row: Pick<TaskRow, 'position'> | undefined, taskId: string): number {
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
    ...withoutNulls('message', row.message),
    ...withoutNulls('error', row.error),
    ...readTexts({ message: row.message_text, error: row.error_text }),
    ...withoutNulls('startedAt', row.started_at),
    ...withoutNulls('endedAt', row.ended_at),
    attempt: row.attempt,
    ...withoutNulls('outputs', row.outputs === null ? null : readOutputs(row.outputs)),
    ...withoutNulls('approval', toApproval(row)),
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

function toApproval(row: JobRow): Approval | null {
  if (row.question === null) return null;
  return {
    question: row.question,
    ...readTexts({ question: row.question_text }),
    ...withoutNulls('verdict', row.verdict),
    ...withoutNulls('by', row.decided_by),
    ...withoutNulls('at', row.decided_at),
    ...withoutNulls('comment', row.decision_comment),
    ...withoutNulls('values', row.decision_values === null ? null : readOutputs(row.decision_values)),
  };
}

function withoutNulls<K extends string, V>(key: K, value: V | null): { readonly [key in K]?: V } {
  const some: { [key in K]?: V } = {};
  if (value !== null) some[key] = value;
  return some;
}

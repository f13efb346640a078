import { TerminalError } from '@kubemin/base';
import { encodeMessage, type Message, messageFromJson, messageToJson, verbatim } from '@kubemin/base/message';
import { isJsonObject, type JsonObject } from '@kubemin/kubeapi';
import { storeMessages } from '../messages/index.ts';
import type { Approval, Job, JobRow, Task, TaskRow, Texts } from '../task/index.ts';

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
    // Snapshots of earlier versions lack the column.
    ...withoutNulls('source', row.source ?? null),
    ...withoutNulls('executor', row.executor_id),
    ...withoutNulls('heldUntil', row.status === 'waiting' ? row.heartbeat_at : null),
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
    ...withoutNulls('deadlineAt', jobDeadline(row)),
    attempt: row.attempt,
    ...withoutNulls('outputs', row.outputs === null ? null : readOutputs(row.outputs)),
    ...withoutNulls('approval', toApproval(row)),
  };
}

/** Only the time in which an executor has the job counts. */
function jobDeadline({ status, held_since, spent_ms, time_limit_ms }: JobRow): number | null {
  // Snapshots of earlier versions lack the column.
  if (status !== 'running' || held_since === null || (time_limit_ms ?? null) === null) return null;
  return held_since + Math.max(0, Number(time_limit_ms) - spent_ms);
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

type MessageColumns<N extends string> = { readonly [K in N | `${N}_text`]: string | null };

/** The columns of a job's message: English text, and code with parameters. They are always set together. */
export function messageColumns(message: Message | null): MessageColumns<'message'> {
  return { message: message?.message ?? null, message_text: message && messageToJson(message) };
}

/** The columns of an error of a job or task. */
export function errorColumns(error: Message | null): MessageColumns<'error'> {
  return { error: error?.message ?? null, error_text: error && messageToJson(error) };
}

/** The columns of the reason for which a task is cancelled. */
export function cancelReasonColumns(reason: Message): MessageColumns<'cancel_reason'> {
  return { cancel_reason: reason.message, cancel_reason_text: messageToJson(reason) };
}

/** The columns of the question that a job asks. */
export function questionColumns(question: Message): MessageColumns<'question'> {
  return { question: question.message, question_text: messageToJson(question) };
}

/** The message of two columns. Rows of earlier versions have the English text alone. */
export function readMessageColumns(english: string, encoded: string | null | undefined): Message {
  return messageFromJson(encoded, english) ?? verbatim(english);
}

/** The field `texts` of columns, by the names of the fields. Snapshots of earlier versions lack the columns. */
export function readTexts(columns: Readonly<Record<string, string | null | undefined>>): { readonly texts?: Texts } {
  const texts = Object.entries(columns).flatMap(([field, encoded]) => {
    const message = messageFromJson(encoded, '');
    const text = message && encodeMessage(message);
    return text === undefined ? [] : [[field, text] as const];
  });
  return texts.length === 0 ? {} : { texts: Object.fromEntries(texts) };
}

/** The field `texts` after some of the fields have new texts. */
export function changeTexts(
  texts: Texts | undefined,
  changes: Readonly<Record<string, Message | undefined>>,
): { readonly texts?: Texts } {
  const kept = Object.entries(texts ?? {}).filter(([field]) => changes[field] === undefined);
  const changed = Object.entries(changes).flatMap(([field, message]) => {
    const text = message && encodeMessage(message);
    return text === undefined ? [] : [[field, text] as const];
  });
  const all = [...kept, ...changed];
  return all.length === 0 ? {} : { texts: Object.fromEntries(all) };
}

import type { Vault } from '@kubemin/base';
import { DEPLOY_OPERATION, type Operation, type OperationKind, type RunRequest, type TaskRow } from '../task/index.ts';
import { UNCLAIMED } from './task-transition.ts';

/** What is asked for, as it goes into a row. */
export interface StoredRequest extends Omit<RunRequest, 'document' | 'componentIds' | 'operation' | 'callback'> {
  /** Sealed. */
  readonly document: string;
  readonly componentIds: string;
  readonly kind: OperationKind;
  readonly operation: string | null;
  readonly retryOf?: string;
  readonly retryJob?: string;
}

/** What is to be known of the task that takes up an ended one again. */
export interface NewAttempt {
  readonly id?: string | undefined;
  readonly jobId?: string | undefined;
  readonly creator?: string | undefined;
  readonly source?: string | undefined;
}

/** Writes a request down as it goes into a row. */
export function storedRequest(request: RunRequest, vault: Vault): StoredRequest {
  const { operation = DEPLOY_OPERATION, callback: _, ...rest } = request;
  return {
    ...rest,
    document: vault.seal(JSON.stringify(request.document)),
    componentIds: JSON.stringify(request.componentIds),
    kind: operation.kind,
    operation: isPlainDeploy(operation) ? null : JSON.stringify(operation),
  };
}

function isPlainDeploy(operation: Operation): boolean {
  if (operation.kind !== 'deploy' || operation.rerun === true || operation.otherWorkflows === true) return false;
  return (operation.permitted ?? []).length === 0;
}

/** The row of a task that no executor has looked at yet. */
export function newTaskRow(
  request: StoredRequest,
  at: { readonly id: string; readonly now: number; readonly trace?: string | undefined },
): Omit<TaskRow, 'position'> {
  return {
    id: at.id,
    app_id: request.appId,
    app_name: request.appName,
    namespace: request.namespace,
    revision: request.revision,
    document: request.document,
    component_ids: request.componentIds,
    kind: request.kind,
    operation: request.operation,
    workflow_id: request.workflowId ?? null,
    creator: request.creator ?? null,
    source: request.source ?? null,
    created_at: at.now,
    status: 'waiting',
    error: null,
    error_text: null,
    started_at: null,
    ended_at: null,
    ...UNCLAIMED,
    version: 1,
    event_sequence: 0,
    retry_of: request.retryOf ?? null,
    retry_job: request.retryJob ?? null,
    tracks: null,
    trace: at.trace ?? null,
    announced_at: at.now,
  };
}

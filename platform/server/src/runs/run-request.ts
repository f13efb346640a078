import type { RunReport } from '@kubemin/client';
import type { Operation, RunRequest } from '@kubemin/engine';
import type { RequestContext } from '../api/index.ts';
import { type ApplicationSnapshot, deliveredDocument } from '../applications/index.ts';
import { hasOtherWorkflows } from './workflows/application-workflows.ts';

/** What to do, and by which of the application's workflows; its own when none is named. */
export interface RunChoice {
  readonly operation?: Operation;
  readonly workflowId?: string | undefined;
  readonly callback?: RunReport['callback'];
}

/** What the engine is to do with an application at a revision: to deploy it by default. */
export function runRequest(
  snapshot: ApplicationSnapshot,
  { caller, requestId, source }: Pick<RequestContext, 'caller' | 'requestId' | 'source'>,
  { operation = { kind: 'deploy' }, workflowId, callback }: RunChoice = {},
): RunRequest {
  const { application, revision, document, componentIds, permitted } = snapshot;
  return {
    ...(requestId !== undefined && { id: requestId }),
    appId: application.id,
    appName: application.name,
    namespace: document.namespace,
    revision,
    ...(operation.kind === 'deploy' && { workflowId: workflowId ?? application.workflow_id }),
    document: operation.kind === 'deploy' ? deliveredDocument(snapshot) : document,
    componentIds,
    operation:
      operation.kind === 'deploy'
        ? { ...operation, permitted, otherWorkflows: hasOtherWorkflows(snapshot) }
        : operation,
    creator: caller.user,
    source,
    ...(callback !== undefined && {
      callback: { url: callback.url, ...(callback.secret !== undefined && { secret: callback.secret }) },
    }),
  };
}

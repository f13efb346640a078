import { routes } from '@kubemin/client';
import { bindJson } from '../http/bound-route.ts';
import type { RunService } from '../runs/run-service.ts';
import type { WorkflowService } from './workflow-service.ts';

/** Which service answers the routes about workflows. */
export function workflowHandlers(workflows: WorkflowService, runs: RunService) {
  return {
    listWorkflows: bindJson(routes.listWorkflows, ({ params, query }) => workflows.list(params.appId, query)),
    putWorkflow: bindJson(routes.putWorkflow, ({ params, body, query, ...asked }) =>
      workflows.put(params.appId, { ...body, ...query }, asked),
    ),
    tryWorkflow: bindJson(routes.tryWorkflow, ({ params, body, query }) =>
      workflows.try(params.appId, { ...body, ...query }),
    ),
    deleteWorkflow: bindJson(routes.deleteWorkflow, ({ params, ...asked }) =>
      workflows.remove(params.appId, params.workflowId, asked),
    ),
    execById: bindJson(routes.execById, ({ body, about, ...asked }) => runs.execById(body, asked, about)),
    cancelById: bindJson(routes.cancelById, ({ body, about, ...asked }) => runs.cancelById(body, asked, about)),
  };
}

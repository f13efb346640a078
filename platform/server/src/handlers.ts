import { type RouteName, routes } from '@kubemin/client';
import type { ApplicationService } from './applications/application-service.ts';
import type { HealthService } from './health/health-service.ts';
import { type BoundRoute, bindEvents, bindJson } from './http/bound-route.ts';
import type { RunService } from './runs/run-service.ts';

export interface Services {
  readonly health: HealthService;
  readonly applications: ApplicationService;
  readonly runs: RunService;
}

/** Which service answers which route. A route without a handler does not compile. */
export function bindHandlers({ health, applications, runs }: Services): Readonly<Record<RouteName, BoundRoute>> {
  return {
    health: bindJson(routes.health, () => health.health()),
    readiness: bindJson(routes.readiness, () => health.readiness()),
    listApplications: bindJson(routes.listApplications, ({ query }) => applications.list(query)),
    saveApplication: bindJson(routes.saveApplication, ({ body, caller }) => applications.save(body, caller)),
    tryApplication: bindJson(routes.tryApplication, ({ body }) => applications.try(body)),
    getApplication: bindJson(routes.getApplication, ({ params }) => applications.get(params.appId)),
    listComponents: bindJson(routes.listComponents, ({ params }) => applications.components(params.appId)),
    listTasks: bindJson(routes.listTasks, ({ params, query }) => runs.list(params.appId, query.limit)),
    execWorkflow: bindJson(routes.execWorkflow, ({ params, body, caller }) => runs.exec(params.appId, body, caller)),
    cancelWorkflow: bindJson(routes.cancelWorkflow, ({ params, body, caller }) =>
      runs.cancel(params.appId, body, caller),
    ),
    taskStatus: bindJson(routes.taskStatus, ({ params }) => runs.status(params.taskId)),
    taskEvents: bindEvents(routes.taskEvents, ({ params, lastEventId, signal }) =>
      runs.events(params.taskId, lastEventId, signal),
    ),
  };
}

import { accountRoutes } from './account-routes.ts';
import {
  applicationDetailSchema,
  applicationFilterSchema,
  applicationListSchema,
  applicationPatchSchema,
  savedApplicationSchema,
} from './application.ts';
import { auditRoutes } from './audit.ts';
import { clusterRoutes } from './cluster-routes.ts';
import { componentListSchema } from './component.ts';
import { discoveryRoutes } from './discovery-routes.ts';
import { functionRoutes } from './function-routes.ts';
import { healthSchema, readinessSchema } from './health.ts';
import { inventoryRoutes } from './inventory-routes.ts';
import { liveRoutes, runEventsQuery } from './live-event.ts';
import { loginRoutes } from './login.ts';
import { metricsRoutes } from './metrics-routes.ts';
import { nodeRoutes } from './node-routes.ts';
import { objectRoutes } from './object-routes.ts';
import { openApiSchema } from './open-api.ts';
import { operationRoutes } from './operation-routes.ts';
import { pageSchema } from './page.ts';
import { planRoutes } from './plan-routes.ts';
import { podRoutes } from './pod-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { projectRoutes } from './project-routes.ts';
import { revisionRoutes } from './revision.ts';
import { defineRoute } from './route.ts';
import {
  applicationParams,
  DOCUMENT_ERRORS,
  documentBody,
  emptyBody,
  leniencyQuery,
  nothing,
  STILL_RUNNING,
  taskParams,
  workflowBody,
} from './route-parts.ts';
import { runEventSchema } from './run-event.ts';
import { runRoutes, runStatusSchema } from './run-status.ts';
import { schemaRoutes } from './schema-routes.ts';
import { taskFilterSchema, taskListSchema } from './task.ts';
import { transferRoutes } from './transfer-routes.ts';
import { trialSchema } from './trial.ts';
import { versionRoutes } from './version-routes.ts';
import {
  cancelledRunSchema,
  executedRunSchema,
  workflowCancellationSchema,
  workflowExecutionSchema,
} from './workflow.ts';
import { workflowRoutes } from './workflow-routes.ts';

const health = defineRoute({
  method: 'GET',
  path: '/healthz',
  summary: 'Reports that the process responds',
  access: 'public',
  subject: 'platform',
  params: nothing,
  query: nothing,
  body: emptyBody,
  response: { encoding: 'json', schema: healthSchema },
  errors: [],
});

const readiness = defineRoute({
  method: 'GET',
  path: '/readyz',
  summary: 'Reports whether the database and the Kubernetes API respond',
  access: 'public',
  subject: 'platform',
  params: nothing,
  query: nothing,
  body: emptyBody,
  response: { encoding: 'json', schema: readinessSchema },
  errors: ['UNAVAILABLE'],
});

/** The REST contract: one entry per route, named as the client's methods and the server's handlers are. */
export const routes = {
  health,
  readiness,
  healthAlias: defineRoute({ ...health, path: '/health' }),
  readinessAlias: defineRoute({ ...readiness, path: '/ready' }),
  apiDescription: defineRoute({
    method: 'GET',
    path: '/openapi.json',
    summary: 'Describes this API in OpenAPI 3.1',
    access: 'public',
    subject: 'platform',
    params: nothing,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: openApiSchema },
    errors: [],
  }),
  listApplications: defineRoute({
    method: 'GET',
    path: '/applications',
    summary: 'Lists applications, the one changed last first',
    access: 'read',
    subject: 'projects',
    params: nothing,
    query: applicationFilterSchema,
    body: emptyBody,
    response: { encoding: 'json', schema: applicationListSchema },
    errors: [],
  }),
  listTemplates: defineRoute({
    method: 'GET',
    path: '/applications/templates',
    summary: 'Lists applications that may be used as templates, the one changed last first',
    access: 'read',
    subject: 'projects',
    params: nothing,
    query: applicationFilterSchema,
    body: emptyBody,
    response: { encoding: 'json', schema: applicationListSchema },
    errors: [],
  }),
  patchApplication: defineRoute({
    method: 'PATCH',
    path: '/applications/:appId',
    summary: 'Changes parts of the document of an application (JSON merge patch), as a new revision',
    access: 'deploy',
    subject: 'application',
    params: applicationParams,
    query: leniencyQuery,
    body: { encoding: 'json', schema: applicationPatchSchema, invalid: 'BAD_REQUEST' },
    response: { encoding: 'json', schema: savedApplicationSchema, etag: 'revision' },
    errors: [
      'APPLICATION_NOT_FOUND',
      'IMAGE_MISSING',
      'VALIDATION_FAILED',
      'APPLICATION_NAME_TAKEN',
      'APPLICATION_DELETING',
      'REVISION_CONFLICT',
    ],
  }),
  saveApplication: defineRoute({
    method: 'POST',
    path: '/applications',
    summary: 'Creates an application, or updates in place the one of the same project, namespace and name',
    access: 'deploy',
    subject: 'projects',
    params: nothing,
    query: leniencyQuery,
    body: documentBody,
    response: { encoding: 'json', schema: savedApplicationSchema, etag: 'revision' },
    errors: [...DOCUMENT_ERRORS, 'REVISION_CONFLICT'],
  }),
  tryApplication: defineRoute({
    method: 'POST',
    path: '/applications/try',
    summary: 'Checks a document and stores nothing',
    access: 'read',
    subject: 'projects',
    effect: 'none',
    params: nothing,
    query: leniencyQuery,
    body: documentBody,
    response: { encoding: 'json', schema: trialSchema },
    errors: ['BODY_UNREADABLE'],
  }),
  getApplication: defineRoute({
    method: 'GET',
    path: '/applications/:appId',
    summary: 'Gives one application with its components and their state',
    access: 'read',
    subject: 'application',
    params: applicationParams,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: applicationDetailSchema, etag: 'revision' },
    errors: ['APPLICATION_NOT_FOUND'],
  }),
  listComponents: defineRoute({
    method: 'GET',
    path: '/applications/:appId/components',
    summary: 'Lists the components of an application in the order of its document',
    access: 'read',
    subject: 'application',
    params: applicationParams,
    query: pageSchema,
    body: emptyBody,
    response: { encoding: 'json', schema: componentListSchema },
    errors: ['APPLICATION_NOT_FOUND'],
  }),
  listTasks: defineRoute({
    method: 'GET',
    path: '/applications/:appId/tasks',
    summary: 'Lists the runs of an application, the newest first',
    access: 'read',
    subject: 'application',
    params: applicationParams,
    query: taskFilterSchema,
    body: emptyBody,
    response: { encoding: 'json', schema: taskListSchema },
    errors: ['APPLICATION_NOT_FOUND'],
  }),
  execWorkflow: defineRoute({
    method: 'POST',
    path: '/applications/:appId/workflow/exec',
    summary:
      'Queues a run of the application, at its current or an earlier revision, and returns at once or, with `wait`, when it ' +
      'has ended or the time is up',
    access: 'deploy',
    subject: 'application',
    params: applicationParams,
    query: nothing,
    body: workflowBody(workflowExecutionSchema),
    response: { encoding: 'json', schema: executedRunSchema, accepted: STILL_RUNNING },
    errors: [
      'WORKFLOW_BODY_INVALID',
      'APPLICATION_NOT_FOUND',
      'REVISION_NOT_FOUND',
      'WORKFLOW_NOT_FOUND',
      'WORKFLOW_EMPTY',
      'APPLICATION_DELETING',
      'REVISION_CONFLICT',
    ],
  }),
  cancelWorkflow: defineRoute({
    method: 'POST',
    path: '/applications/:appId/workflow/cancel',
    summary: 'Cancels a run of the application',
    access: 'deploy',
    subject: 'application',
    params: applicationParams,
    query: nothing,
    body: workflowBody(workflowCancellationSchema),
    response: { encoding: 'json', schema: cancelledRunSchema },
    errors: [
      'WORKFLOW_BODY_INVALID',
      'APPLICATION_NOT_FOUND',
      'WORKFLOW_NOT_FOUND',
      'TASK_NOT_FOUND',
      'TASK_FINISHED',
      'TASK_SUPERSEDED',
      'APPLICATION_DELETING',
    ],
  }),
  taskStatus: defineRoute({
    method: 'GET',
    path: '/workflow/tasks/:taskId/status',
    summary: 'Gives the state of a run: components in workflow order, and every job',
    access: 'read',
    subject: 'task',
    params: taskParams,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: runStatusSchema },
    errors: ['TASK_NOT_FOUND'],
  }),
  taskEvents: defineRoute({
    method: 'GET',
    path: '/workflow/tasks/:taskId/events',
    summary:
      'Streams the transitions of a run from the one after Last-Event-ID, and ends after the terminal one, or with ' +
      '`stored` after those that are stored; returns 204 when nothing follows',
    access: 'read',
    subject: 'task',
    params: taskParams,
    query: runEventsQuery,
    body: emptyBody,
    response: { encoding: 'events', schema: runEventSchema },
    errors: ['TASK_NOT_FOUND'],
  }),
  ...accountRoutes,
  ...loginRoutes,
  ...auditRoutes,
  ...operationRoutes,
  ...runRoutes,
  ...versionRoutes,
  ...workflowRoutes,
  ...liveRoutes,
  ...clusterRoutes,
  ...inventoryRoutes,
  ...nodeRoutes,
  ...objectRoutes,
  ...functionRoutes,
  ...podRoutes,
  ...discoveryRoutes,
  ...planRoutes,
  ...profileRoutes,
  ...projectRoutes,
  ...schemaRoutes,
  ...revisionRoutes,
  ...metricsRoutes,
  ...transferRoutes,
};

/** The name of a route: of the client's method and of the server's handler for it. */
export type RouteName = keyof typeof routes;

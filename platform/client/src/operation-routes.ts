import * as z from 'zod';
import { jobLogSchema } from './job.ts';
import {
  cleanedResourcesSchema,
  cleanupSchema,
  decidedJobSchema,
  decisionSchema,
  deletionSchema,
  restartRequestSchema,
  retryRequestSchema,
  revisionListSchema,
  rollbackRequestSchema,
  rolledBackSchema,
  scaleRequestSchema,
} from './operation.ts';
import { defineRoute } from './route.ts';
import { startedRunSchema } from './workflow.ts';

const nothing = z.object({});
const application = z.object({ appId: z.string().min(1) });
const task = z.object({ taskId: z.string().min(1) });
const noBody = { encoding: 'none', schema: z.undefined(), invalid: 'BAD_REQUEST' } as const;
const jsonBody = <S extends z.ZodType>(schema: S) =>
  ({ encoding: 'json', schema, invalid: 'WORKFLOW_BODY_INVALID' }) as const;

/** The part of the contract that operates applications that are there, and runs that are under way or over. */
export const operationRoutes = {
  scaleApplication: defineRoute({
    method: 'POST',
    path: '/applications/:appId/scale',
    summary: 'Stores a revision with other numbers of copies, and a run that brings them about',
    access: 'token',
    params: application,
    query: nothing,
    body: jsonBody(scaleRequestSchema),
    response: { encoding: 'json', schema: startedRunSchema },
    errors: ['WORKFLOW_BODY_INVALID', 'APPLICATION_NOT_FOUND', 'OPERATION_REFUSED', 'APPLICATION_DELETING'],
  }),
  restartApplication: defineRoute({
    method: 'POST',
    path: '/applications/:appId/restart',
    summary: 'Stores a run that replaces the pods of components, a few at a time',
    access: 'token',
    params: application,
    query: nothing,
    body: jsonBody(restartRequestSchema),
    response: { encoding: 'json', schema: startedRunSchema },
    errors: ['WORKFLOW_BODY_INVALID', 'APPLICATION_NOT_FOUND', 'OPERATION_REFUSED', 'APPLICATION_DELETING'],
  }),
  rollbackApplication: defineRoute({
    method: 'POST',
    path: '/applications/:appId/rollback',
    summary: 'Stores a new revision with the content of an earlier one, and a run that delivers it',
    access: 'token',
    params: application,
    query: nothing,
    body: jsonBody(rollbackRequestSchema),
    response: { encoding: 'json', schema: rolledBackSchema },
    errors: [
      'WORKFLOW_BODY_INVALID',
      'APPLICATION_NOT_FOUND',
      'REVISION_NOT_FOUND',
      'NOTHING_TO_ROLL_BACK',
      'VALIDATION_FAILED',
      'APPLICATION_DELETING',
    ],
  }),
  listRevisions: defineRoute({
    method: 'GET',
    path: '/applications/:appId/revisions',
    summary: 'Lists the revisions of an application, the newest first',
    access: 'token',
    params: application,
    query: nothing,
    body: noBody,
    response: { encoding: 'json', schema: revisionListSchema },
    errors: ['APPLICATION_NOT_FOUND'],
  }),
  cleanUpApplication: defineRoute({
    method: 'DELETE',
    path: '/applications/:appId/resources',
    summary:
      'Deletes what the application owns in the cluster; its definition stays, and so do claims unless told otherwise',
    access: 'token',
    params: application,
    query: cleanupSchema,
    body: noBody,
    response: { encoding: 'json', schema: cleanedResourcesSchema },
    errors: ['APPLICATION_NOT_FOUND', 'APPLICATION_DELETING'],
  }),
  deleteApplication: defineRoute({
    method: 'DELETE',
    path: '/applications/:appId',
    summary: 'Stores a run that deletes what the application owns; when it has completed the application is gone too',
    access: 'token',
    params: application,
    query: deletionSchema,
    body: noBody,
    response: { encoding: 'json', schema: startedRunSchema },
    errors: ['APPLICATION_NOT_FOUND', 'APPLICATION_DELETING'],
  }),
  decideTask: defineRoute({
    method: 'POST',
    path: '/workflow/tasks/:taskId/decide',
    summary: 'Approves or rejects what a run asks',
    access: 'token',
    params: task,
    query: nothing,
    body: jsonBody(decisionSchema),
    response: { encoding: 'json', schema: decidedJobSchema },
    errors: ['WORKFLOW_BODY_INVALID', 'TASK_NOT_FOUND', 'TASK_FINISHED', 'NOTHING_TO_DECIDE'],
  }),
  jobLog: defineRoute({
    method: 'GET',
    path: '/workflow/tasks/:taskId/jobs/:jobId/log',
    summary: 'What the program of a job has written, as far as it was kept',
    access: 'token',
    params: task.extend({ jobId: z.string().min(1) }),
    query: nothing,
    body: noBody,
    response: { encoding: 'json', schema: jobLogSchema },
    errors: ['TASK_NOT_FOUND', 'JOB_LOG_NOT_FOUND'],
  }),
  retryTask: defineRoute({
    method: 'POST',
    path: '/workflow/tasks/:taskId/retry',
    summary: 'Stores a run that does what an ended one left undone, or one job of it again',
    access: 'token',
    params: task,
    query: nothing,
    body: jsonBody(retryRequestSchema),
    response: { encoding: 'json', schema: startedRunSchema },
    errors: [
      'WORKFLOW_BODY_INVALID',
      'TASK_NOT_FOUND',
      'TASK_NOT_FINISHED',
      'TASK_SUPERSEDED',
      'NOTHING_TO_RETRY',
      'APPLICATION_DELETING',
    ],
  }),
};

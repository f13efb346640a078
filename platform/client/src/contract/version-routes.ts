import { defineRoute } from './route.ts';
import { applicationParams, nothing, STILL_RUNNING, workflowBody } from './route-parts.ts';
import { decidedVersionSchema, versionedSchema, versionRequestSchema, versionVerdictSchema } from './version.ts';

/** The part of the contract that brings new versions of applications about. */
export const versionRoutes = {
  updateVersion: defineRoute({
    method: 'POST',
    path: '/applications/:appId/version',
    summary: 'Stores a new version as one revision, and a run that brings it about by a strategy',
    access: 'deploy',
    subject: 'application',
    params: applicationParams,
    query: nothing,
    body: { encoding: 'json', schema: versionRequestSchema, invalid: 'BAD_REQUEST' },
    response: { encoding: 'json', schema: versionedSchema, etag: 'revision', accepted: STILL_RUNNING },
    errors: [
      'WORKFLOW_BODY_INVALID',
      'APPLICATION_NOT_FOUND',
      'INVALID_UPDATE_STRATEGY',
      'COMPONENT_NOT_FOUND',
      'NOTHING_TO_UPDATE',
      'COMPONENT_EXISTS',
      'INVALID_COMPONENT_ACTION',
      'IMAGE_MISSING',
      'VALIDATION_FAILED',
      'APPLICATION_DELETING',
      'REVISION_CONFLICT',
    ],
  }),
  promoteVersion: defineRoute({
    method: 'POST',
    path: '/applications/:appId/version/promote',
    summary: 'Lets an update that waits go on: a canary to all copies, a blue-green switch, the end of its grace time',
    access: 'operate',
    subject: 'application',
    params: applicationParams,
    query: nothing,
    body: workflowBody(versionVerdictSchema),
    response: { encoding: 'json', schema: decidedVersionSchema },
    errors: ['APPLICATION_NOT_FOUND', 'NOTHING_TO_DECIDE', 'TASK_FINISHED'],
  }),
  abortVersion: defineRoute({
    method: 'POST',
    path: '/applications/:appId/version/abort',
    summary: 'Gives up an update that waits: the canary goes, traffic returns to the version before',
    access: 'operate',
    subject: 'application',
    params: applicationParams,
    query: nothing,
    body: workflowBody(versionVerdictSchema),
    response: { encoding: 'json', schema: decidedVersionSchema },
    errors: ['APPLICATION_NOT_FOUND', 'NOTHING_TO_DECIDE', 'TASK_FINISHED'],
  }),
};

import * as z from 'zod';
import { renderingSchema } from './manifest.ts';
import { planRequestSchema, planSchema } from './plan.ts';
import { defineRoute } from './route.ts';
import {
  applicationParams,
  DOCUMENT_ERRORS,
  documentBody,
  emptyBody,
  leniencyQuery,
  nothing,
  workflowBody,
} from './route-parts.ts';

/** A revision in a query: the current one when it is left out. */
const revisionQuery = z.object({ revision: z.coerce.number().int().min(1).optional() });

/** The routes that plan, and change nothing. */
export const planRoutes = {
  renderDocument: defineRoute({
    method: 'POST',
    path: '/applications/render',
    summary: 'Gives the Kubernetes objects of a document, and stores nothing',
    access: 'read',
    subject: 'projects',
    effect: 'none',
    params: nothing,
    query: leniencyQuery,
    body: documentBody,
    response: { encoding: 'json', schema: renderingSchema },
    errors: DOCUMENT_ERRORS,
  }),
  planDocument: defineRoute({
    method: 'POST',
    path: '/applications/plan',
    summary: 'Plans what saving and delivering a document would change in the cluster, and stores nothing',
    access: 'deploy',
    subject: 'projects',
    effect: 'none',
    params: nothing,
    query: leniencyQuery,
    body: documentBody,
    response: { encoding: 'json', schema: planSchema },
    errors: [...DOCUMENT_ERRORS, 'PLAN_REFUSED'],
  }),
  planApplication: defineRoute({
    method: 'POST',
    path: '/applications/:appId/plan',
    summary: 'Plans what a run of the application would change in the cluster, and runs nothing',
    access: 'deploy',
    subject: 'application',
    effect: 'none',
    params: applicationParams,
    query: nothing,
    body: workflowBody(planRequestSchema),
    response: { encoding: 'json', schema: planSchema },
    errors: [
      'WORKFLOW_BODY_INVALID',
      'APPLICATION_NOT_FOUND',
      'REVISION_NOT_FOUND',
      'WORKFLOW_NOT_FOUND',
      'NOTHING_TO_ROLL_BACK',
      'VALIDATION_FAILED',
      'OPERATION_REFUSED',
      'APPLICATION_DELETING',
      'PLAN_REFUSED',
    ],
  }),
  applicationManifests: defineRoute({
    method: 'GET',
    path: '/applications/:appId/manifests',
    summary: 'Gives the Kubernetes objects of an application, as it stands or was at a revision',
    access: 'read',
    subject: 'application',
    params: applicationParams,
    query: revisionQuery,
    body: emptyBody,
    response: { encoding: 'json', schema: renderingSchema },
    errors: ['APPLICATION_NOT_FOUND', 'REVISION_NOT_FOUND', 'PLAN_REFUSED'],
  }),
};

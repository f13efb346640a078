import * as z from 'zod';
import { revisionDetailSchema, revisionDiffSchema } from './revision.ts';
import { defineRoute } from './route.ts';
import { applicationParams, noBody, nothing } from './route-parts.ts';

const revisionNumber = z.coerce.number().int().min(1);

/** The part of the contract that looks at single revisions. */
export const revisionRoutes = {
  getRevision: defineRoute({
    method: 'GET',
    path: '/applications/:appId/revisions/:revision',
    summary: 'Gives one revision of an application with its document, secret values masked',
    access: 'read',
    subject: 'application',
    params: applicationParams.extend({ revision: revisionNumber }),
    query: nothing,
    body: noBody,
    response: { encoding: 'json', schema: revisionDetailSchema },
    errors: ['APPLICATION_NOT_FOUND', 'REVISION_NOT_FOUND'],
  }),
  diffRevisions: defineRoute({
    method: 'GET',
    path: '/applications/:appId/revisions/:revision/diff/:other',
    summary: 'Tells in what two revisions differ: in words, in the document and in the objects it renders to',
    access: 'read',
    subject: 'application',
    params: applicationParams.extend({ revision: revisionNumber, other: revisionNumber }),
    query: nothing,
    body: noBody,
    response: { encoding: 'json', schema: revisionDiffSchema },
    errors: ['APPLICATION_NOT_FOUND', 'REVISION_NOT_FOUND', 'PLAN_REFUSED'],
  }),
};

import * as z from 'zod';
import { defineRoute } from './route.ts';
import { emptyBody, nothing } from './route-parts.ts';

const anySchema = z.record(z.string(), z.unknown());

/** The routes of the document schema and its forms. */
export const schemaRoutes = {
  applicationSchema: defineRoute({
    method: 'GET',
    path: '/schemas/application',
    summary: 'Gives the JSON Schema (2020-12) of application documents, with every type and trait this server knows',
    access: 'read',
    subject: 'projects',
    params: nothing,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: anySchema },
    errors: [],
  }),
  applicationForm: defineRoute({
    method: 'GET',
    path: '/schemas/form',
    summary: 'Gives what a form for application documents needs: fields, labels, help, groups, widgets and defaults',
    access: 'read',
    subject: 'projects',
    params: nothing,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: anySchema },
    errors: [],
  }),
};

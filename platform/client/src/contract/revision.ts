import * as z from 'zod';
import { fieldChangeSchema, objectNameSchema } from './manifest.ts';
import { revisionSchema } from './operation.ts';
import { defineRoute } from './route.ts';
import { applicationParams, emptyBody, nothing } from './route-parts.ts';
import { textsSchema } from './texts.ts';

/** One state of an application with its content. */
export const revisionDetailSchema = revisionSchema.extend({
  /** The canonical document, secret values masked. */
  document: z.record(z.string(), z.unknown()),
  /** The same as an author would write it, in the format its author wrote: printed again, so that it can contain masks. */
  text: z.string(),
  format: z.enum(['json', 'yaml']),
});
export type RevisionDetail = z.output<typeof revisionDetailSchema>;

/** What becomes of an object between two revisions; `keep`: it holds data, and delivery leaves it. */
export const objectChangeSchema = z.object({
  action: z.enum(['create', 'update', 'replace', 'delete', 'keep', 'unchanged']),
  component: z.string(),
  object: objectNameSchema,
  fields: z.array(fieldChangeSchema).readonly(),
  /** Of the fields, those that cannot be changed on an existing object. */
  immutable: z.array(z.string()).readonly(),
});
export type ObjectChange = z.output<typeof objectChangeSchema>;

/** In what two revisions of an application differ. */
export const revisionDiffSchema = z.object({
  from: z.number().int(),
  to: z.number().int(),
  /** One line for each component or field that was added, removed or changed. */
  words: z.array(z.string()).readonly(),
  texts: textsSchema,
  /** The fields of the document, list entries by name. */
  document: z.array(fieldChangeSchema).readonly(),
  /** The objects it renders to; those that stay as they are are left out. */
  objects: z.array(objectChangeSchema).readonly(),
});
export type RevisionDiff = z.output<typeof revisionDiffSchema>;

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
    query: z.object({
      /** How `text` is written: as the author wrote it when not given. */
      format: z.enum(['json', 'yaml']).optional(),
    }),
    body: emptyBody,
    response: { encoding: 'json', schema: revisionDetailSchema },
    errors: ['APPLICATION_NOT_FOUND', 'REVISION_NOT_FOUND'],
  }),
  diffRevisions: defineRoute({
    method: 'GET',
    path: '/applications/:appId/revisions/:revision/diff/:other',
    summary: 'Compares two revisions: in words, in the document and in the objects it renders to',
    access: 'read',
    subject: 'application',
    params: applicationParams.extend({ revision: revisionNumber, other: revisionNumber }),
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: revisionDiffSchema },
    errors: ['APPLICATION_NOT_FOUND', 'REVISION_NOT_FOUND', 'PLAN_REFUSED'],
  }),
};

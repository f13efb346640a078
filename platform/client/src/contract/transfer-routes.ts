import { defineRoute } from './route.ts';
import { jsonBody, nothing } from './route-parts.ts';
import { exportedBundleSchema, exportRequestSchema, importReportSchema, importRequestSchema } from './transfer.ts';

/** The part of the contract about taking applications from one platform to another. */
export const transferRoutes = {
  exportApplications: defineRoute({
    method: 'POST',
    path: '/export',
    summary: 'Gives applications with their revisions, secrets, ids and profiles, sealed with a passphrase',
    access: 'admin',
    subject: 'platform',
    params: nothing,
    query: nothing,
    body: jsonBody(exportRequestSchema),
    response: { encoding: 'json', schema: exportedBundleSchema, kept: false },
    errors: ['APPLICATION_NOT_FOUND', 'APPLICATION_DELETING'],
  }),
  importApplications: defineRoute({
    method: 'POST',
    path: '/import',
    summary: 'Stores all of a sealed bundle, with the ids it had, or nothing; nothing is delivered',
    access: 'admin',
    subject: 'platform',
    params: nothing,
    query: nothing,
    body: jsonBody(importRequestSchema),
    response: { encoding: 'json', schema: importReportSchema },
    errors: ['BUNDLE_INVALID', 'PASSPHRASE_WRONG', 'IMPORT_CONFLICT'],
  }),
};

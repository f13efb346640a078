import { auditFilterSchema, auditListSchema } from './audit.ts';
import { defineRoute } from './route.ts';
import { noBody, nothing } from './route-parts.ts';

/** The part of the contract about who did what. */
export const auditRoutes = {
  listAudit: defineRoute({
    method: 'GET',
    path: '/audit',
    summary: 'Lists requests that changed something or would have, the newest first',
    access: 'admin',
    subject: 'platform',
    params: nothing,
    query: auditFilterSchema,
    body: noBody,
    response: { encoding: 'json', schema: auditListSchema },
    errors: [],
  }),
};

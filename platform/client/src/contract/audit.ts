import * as z from 'zod';
import { instantSchema } from './instant.ts';
import { defineRoute } from './route.ts';
import { emptyBody, nothing } from './route-parts.ts';

/** One request that changed something, or would have: who, what, from where, and what came of it. Never a body. */
export const auditEntrySchema = z.object({
  id: z.string(),
  time: instantSchema,
  requestId: z.string(),
  user: z.string(),
  /** Absent: a token that the server was started with. */
  tokenId: z.string().optional(),
  /** The name of the route in the contract. */
  route: z.string(),
  method: z.string(),
  /** Without its query. */
  path: z.string(),
  appId: z.string().optional(),
  taskId: z.string().optional(),
  project: z.string().optional(),
  address: z.string(),
  userAgent: z.string(),
  /** The HTTP status of the response. Absent: the server ended, or lost its database, during the request. */
  status: z.number().int().optional(),
  /** The name of the error, when the response was one. */
  error: z.string().optional(),
  /** Of sessions in containers: the pod and the container, `web-1/main`. Never the command, which may hold secrets. */
  detail: z.string().optional(),
  /** When the response was complete; of a session, when it ended. */
  endTime: instantSchema.optional(),
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

/** Entries, the newest first. */
export const auditListSchema = z.object({
  entries: z.array(auditEntrySchema).readonly(),
  /** What to give as `before` to see what comes next; absent when nothing does. */
  next: z.string().optional(),
});
export type AuditList = z.output<typeof auditListSchema>;

/** Exact matches, and a span of time: from the first moment, up to but without the second. */
export const auditFilterSchema = z.object({
  user: z.string().optional(),
  appId: z.string().optional(),
  since: instantSchema.optional(),
  until: instantSchema.optional(),
  before: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type AuditFilter = z.output<typeof auditFilterSchema>;

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
    body: emptyBody,
    response: { encoding: 'json', schema: auditListSchema },
    errors: [],
  }),
};

import * as z from 'zod';
import { targetFilterSchema, targetGroupListSchema } from './discovery.ts';
import { defineRoute } from './route.ts';
import { emptyBody } from './route-parts.ts';

/** The part of the contract that collectors of metrics find their targets with. */
export const discoveryRoutes = {
  scrapeTargets: defineRoute({
    method: 'GET',
    path: '/clusters/:cluster/prometheus/targets',
    summary: 'Lists what Prometheus can collect from in a cluster, in the form of its HTTP service discovery',
    access: 'read',
    subject: 'projects',
    params: z.object({ cluster: z.string().min(1) }),
    query: targetFilterSchema,
    body: emptyBody,
    response: { encoding: 'json', schema: targetGroupListSchema },
    errors: ['BAD_REQUEST', 'CLUSTER_NOT_FOUND', 'CLUSTER_UNREACHABLE'],
  }),
};

import * as z from 'zod';
import { defineRoute } from './route.ts';
import { noBody, nothing } from './route-parts.ts';

/** The part of the contract that tells how the platform fares. */
export const metricsRoutes = {
  metrics: defineRoute({
    method: 'GET',
    path: '/metrics',
    summary: 'Counters, gauges and histograms in the text format of Prometheus',
    access: 'public',
    subject: 'platform',
    params: nothing,
    query: nothing,
    body: noBody,
    response: { encoding: 'text', schema: z.string() },
    // Which of these depends on the settings.
    errors: ['NOT_FOUND', 'UNAUTHENTICATED', 'FORBIDDEN'],
  }),
};

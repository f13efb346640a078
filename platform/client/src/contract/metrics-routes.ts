import * as z from 'zod';
import {
  metricsRangeSchema,
  metricsSeriesSchema,
  metricsSummarySchema,
  queueFilterSchema,
  queueSchema,
  workerListSchema,
} from './metrics.ts';
import { defineRoute } from './route.ts';
import { emptyBody, nothing } from './route-parts.ts';

/** The routes of metrics and figures. */
export const metricsRoutes = {
  metrics: defineRoute({
    method: 'GET',
    path: '/metrics',
    summary: 'Counters, gauges and histograms in the text format of Prometheus',
    access: 'public',
    subject: 'platform',
    params: nothing,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'text', schema: z.string() },
    // Which of these depends on the settings.
    errors: ['NOT_FOUND', 'UNAUTHENTICATED', 'FORBIDDEN'],
  }),
  metricsSummary: defineRoute({
    method: 'GET',
    path: '/metrics/summary',
    summary: 'Figures of the platform: now, and of the last 24 hours',
    access: 'read',
    subject: 'platform',
    params: nothing,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: metricsSummarySchema },
    errors: [],
  }),
  metricsSeries: defineRoute({
    method: 'GET',
    path: '/metrics/series',
    summary: 'What became of runs over a time, step by step',
    access: 'read',
    subject: 'platform',
    params: nothing,
    query: metricsRangeSchema,
    body: emptyBody,
    response: { encoding: 'json', schema: metricsSeriesSchema },
    errors: [],
  }),
  metricsQueue: defineRoute({
    method: 'GET',
    path: '/metrics/queue',
    summary: 'What waits, in order, and why',
    access: 'read',
    subject: 'platform',
    params: nothing,
    query: queueFilterSchema,
    body: emptyBody,
    response: { encoding: 'json', schema: queueSchema },
    errors: [],
  }),
  metricsWorkers: defineRoute({
    method: 'GET',
    path: '/metrics/workers',
    summary: 'The instances that execute runs, the one heard of last first',
    access: 'read',
    subject: 'platform',
    params: nothing,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: workerListSchema },
    errors: [],
  }),
};

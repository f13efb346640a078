import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyComponent } from '../../kit/index.ts';
import { metricsSearchSchema } from './metrics-search.ts';

/** Figures and charts of the platform, and what waits in its queue. */
export function metricsRoutes(parent: AnyRoute): readonly AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/metrics',
      validateSearch: metricsSearchSchema,
      component: lazyComponent(async () => (await import('./metrics-page.tsx')).MetricsPage),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/metrics/queue',
      component: lazyComponent(async () => (await import('./queue-page.tsx')).QueuePage),
    }),
  ];
}

import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { metricsSearchSchema } from './metrics-search.ts';

/** Figures and charts of the platform, and what waits in its queue. */
export function metricsRoutes(parent: AnyRoute): readonly AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/metrics',
      validateSearch: metricsSearchSchema,
      component: lazyRouteComponent(() => import('./metrics-page.tsx'), 'MetricsPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/metrics/queue',
      component: lazyRouteComponent(() => import('./queue-page.tsx'), 'QueuePage'),
    }),
  ];
}

import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appsSearchSchema } from './apps-search.ts';

/** The list of applications, and the first visit, when there are none. */
export function appsRoutes(parent: AnyRoute): readonly AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/apps',
      validateSearch: appsSearchSchema,
      component: lazyRouteComponent(() => import('./apps-page.tsx'), 'AppsPage'),
    }),
  ];
}

import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyComponent } from '../../kit/index.ts';
import { appsSearchSchema } from './apps-search.ts';

/** The list of applications, and the first visit, when there are none. */
export function appsRoutes(parent: AnyRoute): readonly AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/apps',
      validateSearch: appsSearchSchema,
      component: lazyComponent(async () => (await import('./apps-page.tsx')).AppsPage),
    }),
  ];
}

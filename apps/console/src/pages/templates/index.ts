import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { templatesSearchSchema } from './templates-search.ts';

export { templatesQuery } from './template-queries.ts';

/** Applications that others may be made from. */
export function templatesRoutes(parent: AnyRoute): readonly AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/templates',
      validateSearch: templatesSearchSchema,
      component: lazyRouteComponent(() => import('./templates-page.tsx'), 'TemplatesPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/templates/$id',
      component: lazyRouteComponent(() => import('./template-page.tsx'), 'TemplatePage'),
    }),
  ];
}

import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyComponent } from '../../kit/index.ts';
import { templatesSearchSchema } from './templates-search.ts';

export { templatesQuery } from './template-queries.ts';

/** Applications that others may be made from. */
export function templatesRoutes(parent: AnyRoute): readonly AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/templates',
      validateSearch: templatesSearchSchema,
      component: lazyComponent(async () => (await import('./templates-page.tsx')).TemplatesPage),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/templates/$id',
      component: lazyComponent(async () => (await import('./template-page.tsx')).TemplatePage),
    }),
  ];
}

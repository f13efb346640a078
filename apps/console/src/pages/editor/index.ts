/**
 * The editor of application documents: the canvas with its outline and code views, the review before a deployment, and the ways
 * to start a new application. All of them change one draft (`draft/`), which the address `/apps/new/…` has for an application
 * that is not stored yet.
 */
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { canvasSearchSchema, newSearchSchema, reviewSearchSchema } from './editor-search.ts';

export function editorRoutes(parent: AnyRoute): readonly AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/apps/new',
      validateSearch: newSearchSchema,
      component: lazyRouteComponent(() => import('./new-page.tsx'), 'NewPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/apps/$app/canvas',
      validateSearch: canvasSearchSchema,
      component: lazyRouteComponent(() => import('./canvas-page.tsx'), 'CanvasPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/apps/$app/plan',
      validateSearch: reviewSearchSchema,
      component: lazyRouteComponent(() => import('./review-page.tsx'), 'ReviewPage'),
    }),
  ];
}

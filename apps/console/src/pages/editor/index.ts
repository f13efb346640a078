/**
 * The editor of application documents: the canvas with its outline and code views, the review before a deployment, and the ways
 * to start a new application. All of them change one draft (`draft/`), which the address `/apps/new/…` has for an application
 * that is not stored yet.
 */
import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyComponent } from '../../kit/index.ts';
import { canvasSearchSchema, newSearchSchema, reviewSearchSchema } from './editor-search.ts';

export function editorRoutes(parent: AnyRoute): readonly AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/apps/new',
      validateSearch: newSearchSchema,
      component: lazyComponent(async () => (await import('./new-page.tsx')).NewPage),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/apps/$app/canvas',
      validateSearch: canvasSearchSchema,
      component: lazyComponent(async () => (await import('./canvas-page.tsx')).CanvasPage),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/apps/$app/plan',
      validateSearch: reviewSearchSchema,
      component: lazyComponent(async () => (await import('./review-page.tsx')).ReviewPage),
    }),
  ];
}

import { type AnyRoute, createRoute } from '@tanstack/react-router';

export function templatesRoutes(parent: AnyRoute): readonly AnyRoute[] {
  return [createRoute({ getParentRoute: () => parent, path: '/templates', component: () => null })];
}

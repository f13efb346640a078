import { type AnyRoute, createRoute } from '@tanstack/react-router';

export function appRoutes(parent: AnyRoute): readonly AnyRoute[] {
  return [createRoute({ getParentRoute: () => parent, path: '/apps/$app', component: () => null })];
}

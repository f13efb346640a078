import { type AnyRoute, createRoute } from '@tanstack/react-router';

export function runsRoutes(parent: AnyRoute): readonly AnyRoute[] {
  return [createRoute({ getParentRoute: () => parent, path: '/runs', component: () => null })];
}

import { type AnyRoute, createRoute } from '@tanstack/react-router';

export function clusterRoutes(parent: AnyRoute): readonly AnyRoute[] {
  return [createRoute({ getParentRoute: () => parent, path: '/cluster', component: () => null })];
}

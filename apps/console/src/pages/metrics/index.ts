import { type AnyRoute, createRoute } from '@tanstack/react-router';

export function metricsRoutes(parent: AnyRoute): readonly AnyRoute[] {
  return [createRoute({ getParentRoute: () => parent, path: '/metrics', component: () => null })];
}

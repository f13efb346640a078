import { type AnyRoute, createRoute } from '@tanstack/react-router';

export function settingsRoutes(parent: AnyRoute): readonly AnyRoute[] {
  return [createRoute({ getParentRoute: () => parent, path: '/settings', component: () => null })];
}

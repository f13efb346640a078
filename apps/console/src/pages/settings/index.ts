import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyComponent } from '../../kit/index.ts';
import { auditSearchSchema } from './audit-search.ts';

/** Preferences of the user, tokens, and what administrators set for the whole platform. */
export function settingsRoutes(parent: AnyRoute): readonly AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: '/settings',
      component: lazyComponent(async () => (await import('./profile-page.tsx')).ProfilePage),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/tokens',
      component: lazyComponent(async () => (await import('./tokens-page.tsx')).TokensPage),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/members',
      component: lazyComponent(async () => (await import('./members-page.tsx')).MembersPage),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/projects',
      component: lazyComponent(async () => (await import('./projects-page.tsx')).ProjectsPage),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/clusters',
      component: lazyComponent(async () => (await import('./clusters-page.tsx')).ClustersPage),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/profiles',
      component: lazyComponent(async () => (await import('./profiles-page.tsx')).ProfilesPage),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/registries',
      component: lazyComponent(async () => (await import('./registries-page.tsx')).RegistriesPage),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/notifications',
      component: lazyComponent(async () => (await import('./notifications-page.tsx')).NotificationsPage),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/audit',
      validateSearch: auditSearchSchema,
      component: lazyComponent(async () => (await import('./audit-page.tsx')).AuditPage),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/plugins',
      component: lazyComponent(async () => (await import('./plugins-page.tsx')).PluginsPage),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/about',
      component: lazyComponent(async () => (await import('./about-page.tsx')).AboutPage),
    }),
  ];
}

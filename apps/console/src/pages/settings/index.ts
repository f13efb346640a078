import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { auditSearchSchema } from './audit-search.ts';

/** Preferences of the user, tokens, and what administrators set for the whole platform. */
export function settingsRoutes(parent: AnyRoute): readonly AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: '/settings',
      component: lazyRouteComponent(() => import('./profile-page.tsx'), 'ProfilePage'),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/tokens',
      component: lazyRouteComponent(() => import('./tokens-page.tsx'), 'TokensPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/members',
      component: lazyRouteComponent(() => import('./members-page.tsx'), 'MembersPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/projects',
      component: lazyRouteComponent(() => import('./projects-page.tsx'), 'ProjectsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/clusters',
      component: lazyRouteComponent(() => import('./clusters-page.tsx'), 'ClustersPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/profiles',
      component: lazyRouteComponent(() => import('./profiles-page.tsx'), 'ProfilesPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/registries',
      component: lazyRouteComponent(() => import('./registries-page.tsx'), 'RegistriesPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/notifications',
      component: lazyRouteComponent(() => import('./notifications-page.tsx'), 'NotificationsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/audit',
      validateSearch: auditSearchSchema,
      component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/plugins',
      component: lazyRouteComponent(() => import('./plugins-page.tsx'), 'PluginsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/about',
      component: lazyRouteComponent(() => import('./about-page.tsx'), 'AboutPage'),
    }),
  ];
}

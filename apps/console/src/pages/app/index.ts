import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appSearchSchema } from './app-search.ts';

export { AppTabs } from './app-tabs.tsx';

/** One application: its overview, and pages for its runs, pods, logs, events, revisions, metrics and settings. */
export function appRoutes(parent: AnyRoute): readonly AnyRoute[] {
  const app = createRoute({
    getParentRoute: () => parent,
    path: '/apps/$app',
    component: lazyRouteComponent(() => import('./app-layout.tsx'), 'AppLayout'),
  });
  const child = (path: string, component: ReturnType<typeof lazyRouteComponent>) =>
    createRoute({ getParentRoute: () => app, path, validateSearch: appSearchSchema, component });
  return [
    app.addChildren([
      child(
        '/',
        lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
      ),
      child(
        'runs',
        lazyRouteComponent(() => import('./runs-page.tsx'), 'AppRunsPage'),
      ),
      child(
        'pods',
        lazyRouteComponent(() => import('./pods-page.tsx'), 'PodsPage'),
      ),
      child(
        'logs',
        lazyRouteComponent(() => import('./logs-page.tsx'), 'LogsPage'),
      ),
      child(
        'events',
        lazyRouteComponent(() => import('./events-page.tsx'), 'EventsPage'),
      ),
      child(
        'revisions',
        lazyRouteComponent(() => import('./revisions-page.tsx'), 'RevisionsPage'),
      ),
      child(
        'metrics',
        lazyRouteComponent(() => import('./metrics-page.tsx'), 'AppMetricsPage'),
      ),
      child(
        'settings',
        lazyRouteComponent(() => import('./settings-page.tsx'), 'AppSettingsPage'),
      ),
    ]),
  ];
}

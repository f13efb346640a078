import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { type LazyComponent, lazyComponent } from '../../kit/index.ts';
import { appSearchSchema } from './app-search.ts';

export { AbsentApp } from './absent-app.tsx';
export { AppTabs } from './app-tabs.tsx';

/** One application: its overview, and pages for its runs, pods, logs, events, revisions, metrics and settings. */
export function appRoutes(parent: AnyRoute): readonly AnyRoute[] {
  const app = createRoute({
    getParentRoute: () => parent,
    path: '/apps/$app',
    component: lazyComponent(async () => (await import('./app-layout.tsx')).AppLayout),
  });
  const child = (path: string, component: LazyComponent<object>) =>
    createRoute({ getParentRoute: () => app, path, validateSearch: appSearchSchema, component });
  return [
    app.addChildren([
      child(
        '/',
        lazyComponent(async () => (await import('./overview-page.tsx')).OverviewPage),
      ),
      child(
        'runs',
        lazyComponent(async () => (await import('./runs-page.tsx')).AppRunsPage),
      ),
      child(
        'pods',
        lazyComponent(async () => (await import('./pods-page.tsx')).PodsPage),
      ),
      child(
        'logs',
        lazyComponent(async () => (await import('./logs-page.tsx')).LogsPage),
      ),
      child(
        'events',
        lazyComponent(async () => (await import('./events-page.tsx')).EventsPage),
      ),
      child(
        'revisions',
        lazyComponent(async () => (await import('./revisions-page.tsx')).RevisionsPage),
      ),
      child(
        'metrics',
        lazyComponent(async () => (await import('./metrics-page.tsx')).AppMetricsPage),
      ),
      child(
        'settings',
        lazyComponent(async () => (await import('./settings-page.tsx')).AppSettingsPage),
      ),
    ]),
  ];
}

import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyComponent } from '../../kit/index.ts';
import { runSearchSchema } from './run-search.ts';
import { runsSearchSchema } from './runs-search.ts';

/** The list of runs, and one run with its timeline, canvas, jobs, logs, events and input. */
export function runsRoutes(parent: AnyRoute): readonly AnyRoute[] {
  const run = createRoute({
    getParentRoute: () => parent,
    path: '/runs/$run',
    validateSearch: runSearchSchema,
    component: lazyComponent(async () => (await import('./run-page.tsx')).RunPage),
  });
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/runs',
      validateSearch: runsSearchSchema,
      component: lazyComponent(async () => (await import('./runs-page.tsx')).RunsPage),
    }),
    run.addChildren([
      createRoute({
        getParentRoute: () => run,
        path: '/',
        component: lazyComponent(async () => (await import('./timeline-tab.tsx')).TimelineTab),
      }),
      createRoute({
        getParentRoute: () => run,
        path: '/canvas',
        component: lazyComponent(async () => (await import('./canvas-tab.tsx')).CanvasTab),
      }),
      createRoute({
        getParentRoute: () => run,
        path: '/jobs',
        component: lazyComponent(async () => (await import('./jobs-tab.tsx')).JobsTab),
      }),
      createRoute({
        getParentRoute: () => run,
        path: '/logs',
        component: lazyComponent(async () => (await import('./logs-tab.tsx')).LogsTab),
      }),
      createRoute({
        getParentRoute: () => run,
        path: '/events',
        component: lazyComponent(async () => (await import('./events-tab.tsx')).EventsTab),
      }),
      createRoute({
        getParentRoute: () => run,
        path: '/input',
        component: lazyComponent(async () => (await import('./input-tab.tsx')).InputTab),
      }),
    ]),
  ];
}

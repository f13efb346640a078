import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { runSearchSchema } from './run-search.ts';
import { runsSearchSchema } from './runs-search.ts';

/** The list of runs, and one run with its timeline, canvas, jobs, logs, events and input. */
export function runsRoutes(parent: AnyRoute): readonly AnyRoute[] {
  const run = createRoute({
    getParentRoute: () => parent,
    path: '/runs/$run',
    validateSearch: runSearchSchema,
    component: lazyRouteComponent(() => import('./run-page.tsx'), 'RunPage'),
  });
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/runs',
      validateSearch: runsSearchSchema,
      component: lazyRouteComponent(() => import('./runs-page.tsx'), 'RunsPage'),
    }),
    run.addChildren([
      createRoute({
        getParentRoute: () => run,
        path: '/',
        component: lazyRouteComponent(() => import('./timeline-tab.tsx'), 'TimelineTab'),
      }),
      createRoute({
        getParentRoute: () => run,
        path: '/canvas',
        component: lazyRouteComponent(() => import('./canvas-tab.tsx'), 'CanvasTab'),
      }),
      createRoute({
        getParentRoute: () => run,
        path: '/jobs',
        component: lazyRouteComponent(() => import('./jobs-tab.tsx'), 'JobsTab'),
      }),
      createRoute({
        getParentRoute: () => run,
        path: '/logs',
        component: lazyRouteComponent(() => import('./logs-tab.tsx'), 'LogsTab'),
      }),
      createRoute({
        getParentRoute: () => run,
        path: '/events',
        component: lazyRouteComponent(() => import('./events-tab.tsx'), 'EventsTab'),
      }),
      createRoute({
        getParentRoute: () => run,
        path: '/input',
        component: lazyRouteComponent(() => import('./input-tab.tsx'), 'InputTab'),
      }),
    ]),
  ];
}

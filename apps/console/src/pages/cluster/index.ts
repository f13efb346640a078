import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyComponent } from '../../kit/index.ts';
import {
  clusterSearchSchema,
  eventsSearchSchema,
  objectSearchSchema,
  objectsSearchSchema,
  podsSearchSchema,
} from './cluster-search.ts';

/** What is in a cluster: capacity, nodes, pods, Services, namespaces, events and objects of any kind. */
export function clusterRoutes(parent: AnyRoute): readonly AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: '/cluster',
      validateSearch: clusterSearchSchema,
      component: lazyComponent(async () => (await import('./overview-page.tsx')).OverviewPage),
    }),
    createRoute({
      getParentRoute,
      path: '/cluster/nodes',
      validateSearch: clusterSearchSchema,
      component: lazyComponent(async () => (await import('./nodes-page.tsx')).NodesPage),
    }),
    createRoute({
      getParentRoute,
      path: '/cluster/nodes/$node',
      validateSearch: clusterSearchSchema,
      component: lazyComponent(async () => (await import('./node-page.tsx')).NodePage),
    }),
    createRoute({
      getParentRoute,
      path: '/cluster/pods',
      validateSearch: podsSearchSchema,
      component: lazyComponent(async () => (await import('./pods-page.tsx')).PodsPage),
    }),
    createRoute({
      getParentRoute,
      path: '/cluster/services',
      validateSearch: clusterSearchSchema,
      component: lazyComponent(async () => (await import('./services-page.tsx')).ServicesPage),
    }),
    createRoute({
      getParentRoute,
      path: '/cluster/events',
      validateSearch: eventsSearchSchema,
      component: lazyComponent(async () => (await import('./events-page.tsx')).EventsPage),
    }),
    createRoute({
      getParentRoute,
      path: '/cluster/namespaces',
      validateSearch: clusterSearchSchema,
      component: lazyComponent(async () => (await import('./namespaces-page.tsx')).NamespacesPage),
    }),
    createRoute({
      getParentRoute,
      path: '/cluster/objects',
      validateSearch: objectsSearchSchema,
      component: lazyComponent(async () => (await import('./objects-page.tsx')).ObjectsPage),
    }),
    createRoute({
      getParentRoute,
      path: '/cluster/objects/$resource/$name',
      validateSearch: objectSearchSchema,
      component: lazyComponent(async () => (await import('./object-page.tsx')).ObjectPage),
    }),
  ];
}

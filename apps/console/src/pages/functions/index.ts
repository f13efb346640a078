import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyComponent } from '../../kit/index.ts';
import { chainSearchSchema, functionSearchSchema, functionsSearchSchema } from './functions-search.ts';

/** Functions of a cluster and their workflows. */
export function functionsRoutes(parent: AnyRoute): readonly AnyRoute[] {
  const getParentRoute = () => parent;
  return [
    createRoute({
      getParentRoute,
      path: '/functions',
      validateSearch: functionsSearchSchema,
      component: lazyComponent(async () => (await import('./functions-page.tsx')).FunctionsPage),
    }),
    createRoute({
      getParentRoute,
      path: '/functions/$function',
      validateSearch: functionSearchSchema,
      component: lazyComponent(async () => (await import('./function-page.tsx')).FunctionPage),
    }),
    createRoute({
      getParentRoute,
      path: '/functions/chains/$chain',
      validateSearch: chainSearchSchema,
      component: lazyComponent(async () => (await import('./chain-page.tsx')).ChainPage),
    }),
  ];
}

import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { NotFoundPanel } from './kit/index.ts';
import { useLanguage } from './language/index.ts';
import { shellMessages } from './messages/index.ts';
import { appRoutes } from './pages/app/index.ts';
import { appsRoutes } from './pages/apps/index.ts';
import { clusterRoutes } from './pages/cluster/index.ts';
import { editorRoutes } from './pages/editor/index.ts';
import { functionsRoutes } from './pages/functions/index.ts';
import { metricsRoutes } from './pages/metrics/index.ts';
import { runsRoutes } from './pages/runs/index.ts';
import { settingsRoutes } from './pages/settings/index.ts';
import { templatesRoutes } from './pages/templates/index.ts';
import { Shell } from './shell/index.ts';

/** The pages of the console, below the path that it is served at. Each area loads its pages when they are opened. */
export function createConsoleRouter(basepath: string) {
  const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/apps' });
    },
  });
  const areas = [
    appsRoutes,
    editorRoutes,
    appRoutes,
    runsRoutes,
    functionsRoutes,
    templatesRoutes,
    metricsRoutes,
    clusterRoutes,
    settingsRoutes,
  ];
  const routeTree = root.addChildren([home, ...areas.flatMap((routes) => routes(root))]);
  return createRouter({ routeTree, basepath, defaultPreload: 'intent', scrollRestoration: true });
}

function NotFound() {
  const { t } = useLanguage();
  return <NotFoundPanel title={t(shellMessages.notFound)}>{t(shellMessages.notFoundHelp)}</NotFoundPanel>;
}

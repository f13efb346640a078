import type { ApplicationDetail } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { Tabs } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { activeRunsQuery, usePlatform } from '../../platform/index.ts';

/** The pages of an application; the canvas is one of them, although it has a head of its own. */
export function AppTabs({ app, path }: { readonly app: ApplicationDetail; readonly path: string }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const active = useQuery(activeRunsQuery(client)).data?.tasks.filter(({ appId }) => appId === app.id).length;
  const params = { app: path };
  return (
    <Tabs
      label={t(appMessages.pages({ name: app.name }))}
      tabs={[
        { text: t(appMessages.overview), link: { to: '/apps/$app', params }, exact: true },
        { text: t(appMessages.canvas), link: { to: '/apps/$app/canvas', params } },
        {
          text: t(appMessages.runs),
          link: { to: '/apps/$app/runs', params },
          ...(active !== undefined && active > 0 && { count: active }),
        },
        { text: t(appMessages.pods), link: { to: '/apps/$app/pods', params } },
        { text: t(appMessages.logs), link: { to: '/apps/$app/logs', params } },
        { text: t(appMessages.events), link: { to: '/apps/$app/events', params } },
        { text: t(appMessages.revisions), link: { to: '/apps/$app/revisions', params } },
        { text: t(appMessages.metrics), link: { to: '/apps/$app/metrics', params } },
        { text: t(appMessages.settings), link: { to: '/apps/$app/settings', params } },
      ]}
    />
  );
}

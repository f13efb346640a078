import type { ApplicationDetail } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useMemo } from 'react';
import {
  ErrorPanel,
  Health,
  NotFoundPanel,
  Page,
  PageHead,
  PanelBoundary,
  Skeleton,
  Tag,
  Tile,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import {
  applicationByPathQuery,
  applicationQuery,
  clustersQuery,
  isNotFound,
  usePlatform,
  usePollInterval,
} from '../../platform/index.ts';
import { applicationAddresses } from './addresses.ts';
import styles from './app.module.css';
import { AppActions } from './app-actions.tsx';
import { AppContext } from './app-context.ts';
import { AppTabs } from './app-tabs.tsx';

/** The head and the tabs of an application; the page of the route is inside. */
export function AppLayout() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const refetchInterval = usePollInterval();
  const { app: path = '' } = useParams({ strict: false });
  const found = useQuery(applicationByPathQuery(client, path));
  const id = found.data?.id;
  const application = useQuery({ ...applicationQuery(client, id ?? ''), refetchInterval, enabled: id !== undefined });
  const failed = found.isError
    ? found
    : application.isError && application.data === undefined
      ? application
      : undefined;
  if (failed !== undefined) {
    return (
      <Page title={path}>
        {isNotFound(failed.error) ? (
          <NotFoundPanel title={t(appMessages.notFound({ name: path }))}>
            <Link className="link" to="/runs">
              {t(appMessages.lookAtRuns)}
            </Link>
          </NotFoundPanel>
        ) : (
          <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />
        )}
      </Page>
    );
  }
  if (application.data === undefined) {
    return (
      <Page title={path}>
        <Skeleton rows={6} />
      </Page>
    );
  }
  return <Loaded app={application.data} path={path} />;
}

function Loaded({ app, path }: { readonly app: ApplicationDetail; readonly path: string }) {
  const content = useMemo(() => ({ app, path }), [app, path]);
  return (
    <AppContext value={content}>
      <Page title={app.name} flush>
        <div className={styles.head}>
          <Head app={app} />
        </div>
        <AppTabs app={app} path={path} />
        <PanelBoundary>
          <Outlet />
        </PanelBoundary>
      </Page>
    </AppContext>
  );
}

function Head({ app }: { readonly app: ApplicationDetail }) {
  const { t, sent } = useLanguage();
  const { health, serving } = app;
  return (
    <PageHead
      title={
        <span className="row">
          <Tile name={app.name} />
          {app.alias === '' ? app.name : `${app.alias} (${app.name})`}
        </span>
      }
      beside={
        <>
          <Health state={health.phase} />
          {app.tmpEnable && <Tag kind="accent">{t(appMessages.template)}</Tag>}
        </>
      }
      facts={
        <>
          {(health.phase === 'Degraded' || health.phase === 'Starting' || health.phase === 'Unknown') && (
            <span className={styles.headReason} title={sent(health, 'reason', health.reason)}>
              {sent(health, 'reason', health.reason)}
            </span>
          )}
          <span>
            {serving === undefined
              ? t(appMessages.revisionOnly({ revision: app.revision }))
              : serving.revision === app.revision
                ? t(appMessages.live({ revision: app.revision }))
                : t(appMessages.liveAndNewer({ live: serving.revision, revision: app.revision }))}
          </span>
          <span>{t(appMessages.inNamespace({ namespace: app.namespace }))}</span>
          {app.project !== '' && <span>{t(appMessages.inProject({ project: app.project }))}</span>}
          {app.cluster !== 'default' && <span>{t(appMessages.inCluster({ cluster: app.cluster }))}</span>}
          <Addresses app={app} />
        </>
      }
      actions={<AppActions />}
    />
  );
}

/** The addresses of the application's ingresses, as links. */
function Addresses({ app }: { readonly app: ApplicationDetail }) {
  const addresses = useAddresses(app);
  return addresses.map((address) => (
    <a key={address} className={styles.address} href={address} target="_blank" rel="noreferrer">
      {address.replace(/^https?:\/\//, '')}
      <ExternalLink size={12} aria-hidden />
    </a>
  ));
}

function useAddresses(app: ApplicationDetail): readonly string[] {
  const { client } = usePlatform();
  const { data } = useQuery(clustersQuery(client));
  const ingress = data?.clusters.find(({ name }) => name === app.cluster)?.ingress;
  return useMemo(() => applicationAddresses(app.components, ingress), [app.components, ingress]);
}

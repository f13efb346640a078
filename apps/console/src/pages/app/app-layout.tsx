import type { ApplicationDetail } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { ErrorPanel, Health, Page, PageBoundary, PageHead, Skeleton, Tag, Tile } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import {
  applicationByPathQuery,
  applicationQuery,
  clustersQuery,
  isNotFound,
  shortReason,
  usePlatform,
  usePollInterval,
} from '../../platform/index.ts';
import { AbsentApp } from './absent-app.tsx';
import { applicationAddresses } from './addresses.ts';
import styles from './app.module.css';
import { AppActions } from './app-actions.tsx';
import { AppContext } from './app-context.ts';
import { AppTabs } from './app-tabs.tsx';

/** The head and the tabs of an application; the page of the route is inside. */
export function AppLayout() {
  const { client } = usePlatform();
  const refetchInterval = usePollInterval();
  const { app: path = '' } = useParams({ strict: false });
  const found = useQuery(applicationByPathQuery(client, path));
  const id = found.data?.id;
  const application = useQuery({ ...applicationQuery(client, id ?? ''), refetchInterval, enabled: id !== undefined });
  const failed = [found, application].find(({ isError }) => isError);
  if (isNotFound(failed?.error)) {
    return (
      <Page title={path}>
        <AbsentApp app={id ?? path} />
      </Page>
    );
  }
  if (application.data === undefined) {
    return (
      <Page title={path}>
        {failed === undefined ? (
          <Skeleton rows={6} />
        ) : (
          <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />
        )}
      </Page>
    );
  }
  return (
    <Loaded
      app={application.data}
      path={path}
      failure={failed && <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />}
    />
  );
}

interface LoadedProps {
  readonly app: ApplicationDetail;
  readonly path: string;
  /** Why the application could not be read again; what was read before stays. */
  readonly failure: ReactNode;
}

function Loaded({ app, path, failure }: LoadedProps) {
  const content = useMemo(() => ({ app, path }), [app, path]);
  return (
    <AppContext value={content}>
      <Page title={app.name} flush>
        <div className={styles.head}>
          <Head app={app} />
          {failure}
        </div>
        <AppTabs app={app} path={path} />
        <PageBoundary>
          <Outlet />
        </PageBoundary>
      </Page>
    </AppContext>
  );
}

function Head({ app }: { readonly app: ApplicationDetail }) {
  const { t, sent } = useLanguage();
  const { health, serving } = app;
  const short = shortReason(health);
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
              {short === undefined ? sent(health, 'reason', health.reason) : `${short.component} ${t(short.trouble)}`}
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

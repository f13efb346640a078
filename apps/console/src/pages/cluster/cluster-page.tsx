import { DEFAULT_CLUSTER } from '@kubemin/model';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  CommandMenu,
  cliCommand,
  EmptyState,
  ErrorPanel,
  Health,
  PageHead,
  Select,
  Skeleton,
  TabbedPage,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { clusterMessages, shellMessages } from '../../messages/index.ts';
import { clustersQuery, usePlatform, useRights } from '../../platform/index.ts';
import { clusterSearchSchema } from './cluster-search.ts';

/** The argument of commands that names a cluster; the default one needs none. */
export function clusterWords(cluster: string): readonly string[] {
  return cluster === DEFAULT_CLUSTER ? [] : [cluster];
}

interface ClusterPageProps {
  /** The commands that show the same, for the argument that names the cluster. */
  readonly commands: (cluster: readonly string[]) => readonly (readonly string[])[];
  /** The content for the cluster of the address. */
  readonly children: (cluster: string) => ReactNode;
}

/** The frame of all pages about a cluster: which one, and the tabs. */
export function ClusterPage({ commands, children }: ClusterPageProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { cluster: chosen } = clusterSearchSchema.parse(useSearch({ strict: false }));
  const clusters = useQuery(clustersQuery(client));
  const cluster = chosen ?? clusters.data?.clusters[0]?.name;
  const search = chosen === undefined ? {} : { cluster: chosen };
  const tab = (text: string, to: string, exact = false) => ({ text, exact, link: { to, search } });
  return (
    <TabbedPage
      title={t(clusterMessages.title)}
      head={
        <PageHead
          title={t(clusterMessages.title)}
          beside={<ClusterSelect cluster={cluster} />}
          actions={
            cluster !== undefined && (
              <CommandMenu commands={commands(clusterWords(cluster)).map((words) => cliCommand('cluster', ...words))} />
            )
          }
        />
      }
      tabs={[
        tab(t(clusterMessages.overview), '/cluster', true),
        tab(t(clusterMessages.nodes), '/cluster/nodes'),
        tab(t(clusterMessages.pods), '/cluster/pods'),
        tab(t(clusterMessages.services), '/cluster/services'),
        tab(t(clusterMessages.namespaces), '/cluster/namespaces'),
        tab(t(clusterMessages.events), '/cluster/events'),
        tab(t(clusterMessages.objects), '/cluster/objects'),
      ]}
    >
      {clusters.isError && <ErrorPanel error={clusters.error} onRetry={() => void clusters.refetch()} />}
      {clusters.isPending && <Skeleton rows={4} />}
      {cluster !== undefined && children(cluster)}
    </TabbedPage>
  );
}

/** The cluster and whether it responds. With one cluster there is nothing to choose. */
function ClusterSelect({ cluster }: { readonly cluster: string | undefined }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const navigate = useNavigate();
  const clusters = useQuery(clustersQuery(client)).data?.clusters ?? [];
  const status = clusters.find(({ name }) => name === cluster)?.status ?? 'unknown';
  const words = {
    up: <Health state="Running">{t(clusterMessages.up)}</Health>,
    down: <Health state="Failed">{t(clusterMessages.down)}</Health>,
    unknown: <Health state="Unknown">{t(clusterMessages.unknown)}</Health>,
  };
  if (cluster === undefined) return null;
  return (
    <span className="row">
      {clusters.length > 1 ? (
        <Select
          aria-label={t(clusterMessages.select)}
          value={cluster}
          onChange={(event) => void navigate({ to: '.', search: { cluster: event.target.value } })}
        >
          {clusters.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      ) : (
        <span className="secondary">{cluster}</span>
      )}
      {words[status]}
    </span>
  );
}

/** Objects belong to every project: only administrators of the platform see them. */
export function AdminsOnly({ children }: { readonly children: ReactNode }) {
  const { t } = useLanguage();
  const { can, isKnown } = useRights();
  if (!isKnown) return <Skeleton rows={6} />;
  if (can('admin')) return children;
  return (
    <EmptyState title={t(clusterMessages.adminsOnly)}>{t(shellMessages.scopeNeeded({ scope: 'admin' }))}</EmptyState>
  );
}

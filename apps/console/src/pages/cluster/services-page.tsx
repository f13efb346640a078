import type { ClusterServiceList } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Column, EmptyState, ErrorPanel, Panel, RefetchError, Skeleton, Table } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { clusterMessages } from '../../messages/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { ClusterPage } from './cluster-page.tsx';
import { servicesQuery } from './cluster-queries.ts';

type Service = ClusterServiceList['services'][number];

export function ServicesPage() {
  return (
    <ClusterPage commands={(at) => [['objects', 'services', ...at]]}>
      {(cluster) => <Services cluster={cluster} />}
    </ClusterPage>
  );
}

function Services({ cluster }: { readonly cluster: string }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const services = useQuery(servicesQuery(client, cluster));
  const columns: readonly Column<Service>[] = [
    {
      id: 'service',
      head: t(clusterMessages.service),
      cell: ({ namespace, name }) => (
        <div className="two-lines">
          <span className="strong break">{name}</span>
          <span className="small secondary">{namespace}</span>
        </div>
      ),
    },
    {
      id: 'owner',
      head: t(clusterMessages.owner),
      cell: ({ appId, appName, component }) => (
        <Link to="/apps/$app" params={{ app: appId }}>
          {[appName, component].filter((part) => part !== undefined).join(' / ')}
        </Link>
      ),
    },
    {
      id: 'ports',
      head: t(clusterMessages.ports),
      wideOnly: true,
      cell: ({ ports }) => (
        <span className="mono">
          {ports.map(({ port, target }) => (target === port ? String(port) : `${port} → ${target}`)).join(', ')}
        </span>
      ),
    },
    { id: 'pods', head: t(clusterMessages.pods), numeric: true, wideOnly: true, cell: ({ pods }) => pods.length },
  ];
  if (services.isError && services.data === undefined)
    return <ErrorPanel error={services.error} onRetry={() => void services.refetch()} />;
  if (services.isPending) return <Skeleton rows={6} />;
  return (
    <>
      <RefetchError query={services} />
      <Panel label={t(clusterMessages.services)}>
        {services.data.services.length === 0 ? (
          <EmptyState title={t(clusterMessages.noServices)} />
        ) : (
          <Table
            label={t(clusterMessages.services)}
            columns={columns}
            items={services.data.services}
            itemKey={({ namespace, name }) => `${namespace}/${name}`}
          />
        )}
      </Panel>
    </>
  );
}

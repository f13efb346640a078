import { Link } from '@tanstack/react-router';
import { Panel } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { clusterMessages } from '../../messages/index.ts';
import { AdminsOnly, ClusterPage } from './cluster-page.tsx';
import { ObjectTable } from './object-table.tsx';

export function NamespacesPage() {
  const { t } = useLanguage();
  return (
    <ClusterPage
      commands={(at) => [
        ['objects', 'namespaces', ...at],
        ['objects', 'resourcequotas', ...at],
      ]}
    >
      {(cluster) => (
        <AdminsOnly>
          <Panel label={t(clusterMessages.namespaces)}>
            <ObjectTable
              cluster={cluster}
              resource="namespaces"
              action={({ name }) => (
                <Link className="link" to="/cluster/objects" search={{ cluster, namespace: name }}>
                  {t(clusterMessages.openObjects)}
                </Link>
              )}
            />
          </Panel>
          <Panel title={t(clusterMessages.quotas)}>
            <ObjectTable cluster={cluster} resource="resourcequotas" />
          </Panel>
        </AdminsOnly>
      )}
    </ClusterPage>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button, EmptyState, ErrorPanel, Panel, Search, Segments, Skeleton } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { clusterMessages, shellMessages } from '../../messages/index.ts';
import { usePlatform, useRights } from '../../platform/index.ts';
import styles from './cluster.module.css';
import { ClusterPage } from './cluster-page.tsx';
import { clusterPodsQuery } from './cluster-queries.ts';
import { podsSearchSchema } from './cluster-search.ts';
import { PodTable } from './pod-table.tsx';

export function PodsPage() {
  const { all = false } = podsSearchSchema.parse(useSearch({ strict: false }));
  return (
    <ClusterPage commands={(at) => [['pods', ...at, ...(all ? ['--all'] : [])]]}>
      {(cluster) => <Pods cluster={cluster} />}
    </ClusterPage>
  );
}

function Pods({ cluster }: { readonly cluster: string }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { can } = useRights();
  const navigate = useNavigate();
  const { all = false, text = '', cluster: chosen } = podsSearchSchema.parse(useSearch({ strict: false }));
  const pods = useQuery(clusterPodsQuery(client, cluster, { all }));
  const wanted = text.toLowerCase();
  const shown = (pods.data?.pods ?? []).filter(({ namespace, name, appName = '', component = '', status }) =>
    `${namespace} ${name} ${appName} ${component} ${status}`.toLowerCase().includes(wanted),
  );
  const search = (next: { readonly all?: boolean; readonly text?: string }): void => {
    const both = { all, text, ...next };
    void navigate({
      to: '/cluster/pods',
      search: {
        ...(chosen !== undefined && { cluster: chosen }),
        ...(both.all && { all: true }),
        ...(both.text !== '' && { text: both.text }),
      },
      replace: true,
    });
  };
  return (
    <>
      <div className={styles.filters}>
        <Search
          label={t(clusterMessages.filterPods)}
          value={text}
          onChange={(event) => search({ text: event.target.value })}
        />
        {can('read') ? (
          <Segments
            label={t(clusterMessages.show)}
            value={all ? 'all' : 'apps'}
            options={[
              { value: 'apps', text: t(clusterMessages.ofApps) },
              { value: 'all', text: t(clusterMessages.allPods) },
            ]}
            onChange={(value) => search({ all: value === 'all' })}
          />
        ) : (
          <Button size="small" disabledReason={t(shellMessages.scopeNeeded({ scope: 'read' }))}>
            {t(clusterMessages.allPods)}
          </Button>
        )}
      </div>
      <Panel label={t(clusterMessages.pods)}>
        {pods.isError && <ErrorPanel error={pods.error} onRetry={() => void pods.refetch()} />}
        {pods.isPending && <Skeleton rows={6} />}
        {pods.data !== undefined && shown.length === 0 && (
          <EmptyState
            title={t(clusterMessages.noPods)}
            actions={text !== '' && <Button onClick={() => search({ text: '' })}>{t(clusterMessages.clear)}</Button>}
          />
        )}
        {shown.length > 0 && <PodTable cluster={cluster} pods={shown} />}
      </Panel>
    </>
  );
}

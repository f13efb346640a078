import { kubeYaml } from '@kubemin/convert/yaml';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { Code, ErrorPanel, NotFoundPanel, Panel, RefetchError, Skeleton } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { clusterMessages } from '../../messages/index.ts';
import { isNotFound, usePlatform } from '../../platform/index.ts';
import { AdminsOnly, ClusterPage } from './cluster-page.tsx';
import { objectQuery } from './cluster-queries.ts';
import { objectSearchSchema } from './cluster-search.ts';

export function ObjectPage() {
  const { resource = '', name = '' } = useParams({ strict: false });
  const { namespace } = objectSearchSchema.parse(useSearch({ strict: false }));
  return (
    <ClusterPage
      commands={(at) => [['get', resource, name, ...at, ...(namespace === undefined ? [] : ['-n', namespace])]]}
    >
      {(cluster) => (
        <AdminsOnly>
          <ObjectYaml cluster={cluster} />
        </AdminsOnly>
      )}
    </ClusterPage>
  );
}

function ObjectYaml({ cluster }: { readonly cluster: string }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { resource = '', name = '' } = useParams({ strict: false });
  const { namespace } = objectSearchSchema.parse(useSearch({ strict: false }));
  const object = useQuery(objectQuery(client, cluster, resource, { name, namespace }));
  if (isNotFound(object.error)) {
    return (
      <NotFoundPanel title={t(clusterMessages.objectNotFound({ name }))}>
        <Link className="link" to="/cluster/objects" search={{ cluster, kind: resource }}>
          {t(clusterMessages.openObjects)}
        </Link>
      </NotFoundPanel>
    );
  }
  if (object.isError && object.data === undefined)
    return <ErrorPanel error={object.error} onRetry={() => void object.refetch()} />;
  if (object.isPending) return <Skeleton rows={10} />;
  const { kind } = object.data.object;
  return (
    <>
      <RefetchError query={object} />
      <Panel
        title={name}
        actions={
          <span className="wrap small secondary">
            <Link className="link" to="/cluster/objects" search={{ cluster, kind: resource }}>
              {typeof kind === 'string' ? kind : resource}
            </Link>
            {namespace}
          </span>
        }
        padded
      >
        {kind === 'Secret' && <p className="small secondary">{t(clusterMessages.masked)}</p>}
        <Code text={kubeYaml(object.data.object)} />
      </Panel>
    </>
  );
}

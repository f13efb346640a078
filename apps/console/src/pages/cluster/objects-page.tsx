import type { ClusterKind } from '@kubemin/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ErrorPanel, Panel, RefetchError, Search, Select, Skeleton } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { clusterMessages } from '../../messages/index.ts';
import { usePlatform } from '../../platform/index.ts';
import styles from './cluster.module.css';
import { AdminsOnly, ClusterPage } from './cluster-page.tsx';
import { kindsQuery, objectsQuery } from './cluster-queries.ts';
import { objectsSearchSchema } from './cluster-search.ts';
import { ObjectTable } from './object-table.tsx';

const FIRST_KIND = 'deployments.apps';

export function ObjectsPage() {
  const { kind = FIRST_KIND, namespace } = objectsSearchSchema.parse(useSearch({ strict: false }));
  return (
    <ClusterPage
      commands={(at) => [
        ['objects', kind, ...at, ...(namespace === undefined ? [] : ['-n', namespace])],
        ['kinds', ...at],
      ]}
    >
      {(cluster) => (
        <AdminsOnly>
          <Objects cluster={cluster} />
        </AdminsOnly>
      )}
    </ClusterPage>
  );
}

function Objects({ cluster }: { readonly cluster: string }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const navigate = useNavigate();
  const {
    kind = FIRST_KIND,
    namespace,
    text = '',
    ...chosen
  } = objectsSearchSchema.parse(useSearch({ strict: false }));
  const kinds = useQuery(kindsQuery(client, cluster));
  const namespaces = useInfiniteQuery(objectsQuery(client, cluster, 'namespaces', {}));
  const search = (next: { readonly kind?: string; readonly namespace?: string; readonly text?: string }): void => {
    const all = { kind, namespace: namespace ?? '', text, ...next };
    void navigate({
      to: '/cluster/objects',
      search: {
        ...(chosen.cluster !== undefined && { cluster: chosen.cluster }),
        ...(all.kind !== FIRST_KIND && { kind: all.kind }),
        ...(all.namespace !== '' && { namespace: all.namespace }),
        ...(all.text !== '' && { text: all.text }),
      },
      replace: true,
    });
  };
  if (kinds.isError && kinds.data === undefined)
    return <ErrorPanel error={kinds.error} onRetry={() => void kinds.refetch()} />;
  if (kinds.isPending) return <Skeleton rows={6} />;
  const isNamespaced = kinds.data.kinds.find(({ resource }) => resource === kind)?.namespaced ?? true;
  const names = (namespaces.data?.pages ?? []).flatMap((page) => page.objects.map(({ name }) => name));
  return (
    <>
      <RefetchError query={kinds} />
      <div className={styles.filters}>
        <Select
          aria-label={t(clusterMessages.kind)}
          value={kind}
          onChange={(event) => search({ kind: event.target.value })}
        >
          {groupedKinds(kinds.data.kinds).map(([group, members]) => (
            <optgroup key={group} label={group}>
              {members.map(({ resource, kind: name }) => (
                <option key={resource} value={resource}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
        {isNamespaced && (
          <Select
            aria-label={t(clusterMessages.namespace)}
            value={namespace ?? ''}
            onChange={(event) => search({ namespace: event.target.value })}
          >
            <option value="">{t(clusterMessages.allNamespaces)}</option>
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        )}
        <Search
          label={t(clusterMessages.filterObjects)}
          value={text}
          onChange={(event) => search({ text: event.target.value })}
        />
      </div>
      <Panel label={t(clusterMessages.objects)}>
        <ObjectTable cluster={cluster} resource={kind} namespace={isNamespaced ? namespace : undefined} text={text} />
      </Panel>
    </>
  );
}

/** Kinds by their group and version, in the order in which the cluster lists them. */
function groupedKinds(kinds: readonly ClusterKind[]): readonly (readonly [string, readonly ClusterKind[]])[] {
  const groups = Map.groupBy(kinds, ({ apiVersion }) => apiVersion);
  return [...groups].map(([group, members]) => [group, members.toSorted((one, two) => (one.kind < two.kind ? -1 : 1))]);
}

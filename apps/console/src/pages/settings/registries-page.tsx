import type { ClusterObjectList } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Code, type Column, EmptyState, ErrorPanel, Moment, Panel, Skeleton, Table } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { settingsMessages } from '../../messages/index.ts';
import { clustersQuery, usePlatform, useRights } from '../../platform/index.ts';
import { SettingsPage, useAdminReason } from './settings-page.tsx';
import { pullSecretsQuery } from './settings-queries.ts';

type Row = ClusterObjectList['objects'][number];

const SECRET_COMMAND =
  'kubectl create secret docker-registry my-registry --docker-server=registry.example.com --docker-username=NAME --docker-password=PASSWORD';
const TRAIT = `component:
  - name: web
    image: registry.example.com/web:1.0
    traits:
      imagePull: { secrets: [my-registry] }`;

/** Credentials of registries are Secrets of the clusters, which components name in their trait `imagePull`. */
export function RegistriesPage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const clusters = useQuery(clustersQuery(client));
  return (
    <SettingsPage>
      <p className="secondary">{t(settingsMessages.registriesHelp)}</p>
      {clusters.isError && <ErrorPanel error={clusters.error} onRetry={() => void clusters.refetch()} />}
      {clusters.isPending && <Skeleton />}
      {(clusters.data?.clusters ?? []).map(({ name }) => (
        <Panel key={name} title={t(settingsMessages.pullSecretsOf({ cluster: name }))}>
          <PullSecrets cluster={name} />
        </Panel>
      ))}
      <Panel title={t(settingsMessages.addRegistry)} padded>
        <div className="stack">
          <span className="secondary">{t(settingsMessages.addRegistrySecret)}</span>
          <Code text={SECRET_COMMAND} wrapped />
          <span className="secondary">{t(settingsMessages.addRegistryTrait)}</span>
          <Code text={TRAIT} />
        </div>
      </Panel>
    </SettingsPage>
  );
}

function PullSecrets({ cluster }: { readonly cluster: string }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { isKnown } = useRights();
  const reason = useAdminReason();
  const secrets = useQuery({ ...pullSecretsQuery(client, cluster), enabled: isKnown && reason === undefined });
  if (reason !== undefined) return <EmptyState title={t(settingsMessages.registriesHidden)}>{reason}</EmptyState>;
  if (secrets.isError) return <ErrorPanel error={secrets.error} onRetry={() => void secrets.refetch()} />;
  if (secrets.isPending) return <Skeleton rows={2} />;
  const rows = secrets.data;
  if (rows.length === 0) return <EmptyState title={t(settingsMessages.noPullSecrets)} />;
  const columns: readonly Column<Row>[] = [
    {
      id: 'name',
      head: t(settingsMessages.name),
      cell: ({ name, namespace = '' }) => (
        <Link
          className="medium break"
          to="/cluster/objects/$resource/$name"
          params={{ resource: 'secrets', name }}
          search={{ cluster, namespace }}
        >
          {name}
        </Link>
      ),
    },
    { id: 'namespace', head: t(settingsMessages.namespace), cell: ({ namespace }) => namespace },
    {
      id: 'created',
      head: t(settingsMessages.created),
      wideOnly: true,
      cell: ({ createTime }) => createTime !== undefined && <Moment at={createTime} />,
    },
  ];
  return (
    <Table
      label={t(settingsMessages.pullSecretsOf({ cluster }))}
      columns={columns}
      items={rows}
      itemKey={({ namespace = '', name }) => `${namespace}/${name}`}
    />
  );
}

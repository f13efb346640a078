import type { Cluster, ClusterCheck } from '@kubemin/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import {
  Button,
  type Column,
  Confirm,
  ErrorPanel,
  Field,
  FormDialog,
  Health,
  Input,
  Panel,
  Skeleton,
  Table,
  Tag,
  Textarea,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { clusterMessages, settingsMessages } from '../../messages/index.ts';
import { clustersQuery, queryKeys, usePlatform } from '../../platform/index.ts';
import styles from './settings.module.css';
import { SettingsPage, useAdminReason } from './settings-page.tsx';

export function ClustersPage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const reason = useAdminReason();
  const clusters = useQuery(clustersQuery(client));
  const [isRegistering, setRegistering] = useState(false);
  return (
    <SettingsPage
      actions={
        <Button
          kind="primary"
          icon={<Plus size={14} aria-hidden />}
          disabledReason={reason}
          onClick={() => setRegistering(true)}
        >
          {t(settingsMessages.registerCluster)}
        </Button>
      }
    >
      <Panel label={t(settingsMessages.clusters)}>
        {clusters.isError && <ErrorPanel error={clusters.error} onRetry={() => void clusters.refetch()} />}
        {clusters.isPending && <Skeleton />}
        {clusters.data !== undefined && <ClusterTable clusters={clusters.data.clusters} reason={reason} />}
      </Panel>
      {isRegistering && <RegisterForm onClose={() => setRegistering(false)} />}
    </SettingsPage>
  );
}

const STATES = {
  up: { state: 'Running', text: clusterMessages.up },
  down: { state: 'Failed', text: clusterMessages.down },
  unknown: { state: 'Unknown', text: clusterMessages.unknown },
} as const;

interface ClusterTableProps {
  readonly clusters: readonly Cluster[];
  readonly reason: string | undefined;
}

function ClusterTable({ clusters, reason }: ClusterTableProps) {
  const { t, sent } = useLanguage();
  const { client } = usePlatform();
  const queries = useQueryClient();
  const [removing, setRemoving] = useState<string>();
  const columns: readonly Column<Cluster>[] = [
    {
      id: 'name',
      head: t(settingsMessages.name),
      cell: ({ name, default: isDefault }) => (
        <span className="row">
          <Link className="medium break" to="/cluster" search={{ cluster: name }}>
            {name}
          </Link>
          {isDefault && <Tag>{t(settingsMessages.default)}</Tag>}
        </span>
      ),
    },
    {
      id: 'state',
      head: t(settingsMessages.state),
      cell: ({ status }) => <Health state={STATES[status].state}>{t(STATES[status].text)}</Health>,
    },
    {
      id: 'gateway',
      head: t(settingsMessages.gateway),
      wideOnly: true,
      cell: (cluster) =>
        cluster.gateway !== undefined && (
          <span className="small secondary">{sent(cluster, 'gateway', cluster.gateway)}</span>
        ),
    },
    {
      id: 'check',
      head: t(settingsMessages.check),
      cell: ({ name }) => <CheckButton cluster={name} reason={reason} />,
    },
    {
      id: 'remove',
      head: '',
      cell: ({ name, default: isDefault }) => (
        <Button
          size="small"
          disabledReason={reason ?? (isDefault ? t(settingsMessages.defaultStays) : undefined)}
          onClick={() => setRemoving(name)}
        >
          {t(settingsMessages.remove)}
        </Button>
      ),
    },
  ];
  return (
    <>
      <Table label={t(settingsMessages.clusters)} columns={columns} items={clusters} itemKey={({ name }) => name} />
      {removing !== undefined && (
        <Confirm
          open
          onClose={() => setRemoving(undefined)}
          title={t(settingsMessages.removeCluster({ name: removing }))}
          action={t(settingsMessages.remove)}
          danger
          typedName={removing}
          onConfirm={async () => {
            await client.removeCluster(removing);
            await queries.invalidateQueries({ queryKey: [queryKeys.clusters] });
          }}
        >
          <p className="secondary">{t(settingsMessages.removeClusterHelp)}</p>
        </Confirm>
      )}
    </>
  );
}

/** Checks a cluster now, and shows what came of it beside the button. */
function CheckButton({ cluster, reason }: { readonly cluster: string; readonly reason: string | undefined }) {
  const { t, sent } = useLanguage();
  const { client } = usePlatform();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [check, setCheck] = useState<ClusterCheck>();
  const [error, setError] = useState<unknown>();
  const run = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      setCheck(await client.checkCluster(cluster));
      await queries.invalidateQueries({ queryKey: [queryKeys.clusters] });
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="stack">
      <span className="wrap">
        <Button size="small" busy={busy} disabledReason={reason} onClick={() => void run()}>
          {t(settingsMessages.check)}
        </Button>
        {check !== undefined && (
          <span className="small secondary break" role="status">
            {sent(check, 'message', check.message)}
          </span>
        )}
      </span>
      {error !== undefined && <ErrorPanel error={error} />}
    </div>
  );
}

function RegisterForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [kubeconfig, setKubeconfig] = useState('');
  const [context, setContext] = useState('');
  const register = async (): Promise<void> => {
    await client.registerCluster({ name, kubeconfig, ...(context !== '' && { context }) });
    await queries.invalidateQueries({ queryKey: [queryKeys.clusters] });
  };
  const missing =
    name === ''
      ? t(settingsMessages.nameMissing)
      : kubeconfig.trim() === ''
        ? t(settingsMessages.kubeconfigMissing)
        : undefined;
  return (
    <FormDialog
      onClose={onClose}
      title={t(settingsMessages.registerCluster)}
      action={t(settingsMessages.register)}
      missing={missing}
      onSubmit={register}
    >
      <Field label={t(settingsMessages.name)} help={t(settingsMessages.clusterNameHelp)}>
        <Input value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" spellCheck={false} />
      </Field>
      <Field label={t(settingsMessages.kubeconfig)} help={t(settingsMessages.kubeconfigHelp)}>
        <Textarea
          className={styles.mono}
          value={kubeconfig}
          onChange={(event) => setKubeconfig(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Field label={t(settingsMessages.context)} help={t(settingsMessages.contextHelp)}>
        <Input value={context} onChange={(event) => setContext(event.target.value)} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}

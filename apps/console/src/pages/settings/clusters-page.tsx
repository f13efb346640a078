import type { Cluster, ClusterCheck } from '@kubemin/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, type Column, ErrorPanel, Field, FormDialog, Health, Input, Tag, Textarea } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { clusterMessages, settingsMessages } from '../../messages/index.ts';
import { clustersQuery, queryKeys, usePlatform } from '../../platform/index.ts';
import styles from './settings.module.css';
import { Removal, SettingsList } from './settings-list.tsx';
import { useAdminReason } from './settings-page.tsx';

const STATES = {
  up: { state: 'Running', text: clusterMessages.up },
  down: { state: 'Failed', text: clusterMessages.down },
  unknown: { state: 'Unknown', text: clusterMessages.unknown },
} as const;

export function ClustersPage() {
  const { t, sent } = useLanguage();
  const { client } = usePlatform();
  const reason = useAdminReason();
  const clusters = useQuery(clustersQuery(client));
  const fixed = (cluster: Cluster): string | undefined =>
    reason ?? (cluster.default ? t(settingsMessages.defaultStays) : undefined);
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
  ];
  return (
    <SettingsList
      label={t(settingsMessages.clusters)}
      query={clusters}
      items={clusters.data?.clusters}
      itemKey={({ name }) => name}
      itemName={({ name }) => name}
      columns={columns}
      create={{
        text: t(settingsMessages.registerCluster),
        disabledReason: reason,
        dialog: (close) => <ClusterForm onClose={close} />,
      }}
      actions={[
        {
          text: t(settingsMessages.replaceKubeconfig),
          disabledReason: fixed,
          dialog: ({ name }, close) => <ClusterForm registered={name} onClose={close} />,
        },
        {
          text: t(settingsMessages.remove),
          danger: true,
          disabledReason: fixed,
          dialog: ({ name }, close) => (
            <Removal
              onClose={close}
              title={t(settingsMessages.removeCluster({ name }))}
              action={t(settingsMessages.remove)}
              help={t(settingsMessages.removeClusterHelp)}
              typedName={name}
              command={['cluster', 'rm', name]}
              remove={() => client.removeCluster(name)}
              queryKey={[queryKeys.clusters]}
            />
          ),
        },
      ]}
    />
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

interface ClusterFormProps {
  /** The cluster that gets another kubeconfig; undefined for a new one. */
  readonly registered?: string;
  readonly onClose: () => void;
}

function ClusterForm({ registered, onClose }: ClusterFormProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const queries = useQueryClient();
  const [name, setName] = useState(registered ?? '');
  const [kubeconfig, setKubeconfig] = useState('');
  const [context, setContext] = useState('');
  const save = async (): Promise<void> => {
    const wayIn = { kubeconfig, ...(context !== '' && { context }) };
    if (registered === undefined) await client.registerCluster({ name, ...wayIn });
    else await client.replaceCluster(registered, wayIn);
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
      title={t(registered === undefined ? settingsMessages.registerCluster : settingsMessages.replaceKubeconfig)}
      action={t(registered === undefined ? settingsMessages.register : settingsMessages.replace)}
      missing={missing}
      onSubmit={save}
      command={[
        ...['cluster', 'add', name || 'NAME', '--kubeconfig', 'kubeconfig.yaml'],
        ...(context === '' ? [] : ['--context', context]),
        ...(registered === undefined ? [] : ['--replace']),
      ]}
    >
      <Field label={t(settingsMessages.name)} help={t(settingsMessages.clusterNameHelp)}>
        <Input
          value={name}
          readOnly={registered !== undefined}
          onChange={(event) => setName(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
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

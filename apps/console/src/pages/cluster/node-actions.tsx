import { type ClusterNode, type DrainedNode, type DrainObstacle, drainWholeNode } from '@kubemin/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import {
  Checkbox,
  CliLine,
  Confirm,
  ErrorPanel,
  Menu,
  MenuItem,
  Skeleton,
  useErrorText,
  useToast,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { clusterMessages, shellMessages } from '../../messages/index.ts';
import { queryKeys, usePlatform, useRights } from '../../platform/index.ts';
import { clusterWords } from './cluster-page.tsx';
import { clusterPodsQuery } from './cluster-queries.ts';

interface NodeActionsProps {
  readonly cluster: string;
  readonly node: ClusterNode;
}

/** Cordon, uncordon and drain, for administrators; the last lists which apps it concerns before it begins. */
export function NodeActions({ cluster, node: { name, cordoned } }: NodeActionsProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { can } = useRights();
  const queries = useQueryClient();
  const toast = useToast();
  const errorText = useErrorText();
  const [asked, setAsked] = useState<'cordon' | 'drain'>();
  const close = (): void => setAsked(undefined);
  const reason = can('admin') ? undefined : t(shellMessages.scopeNeeded({ scope: 'admin' }));
  const refresh = () => queries.invalidateQueries({ queryKey: [queryKeys.clusters, cluster] });
  const uncordon = async (): Promise<void> => {
    try {
      await client.uncordonNode(cluster, name);
      await refresh();
      toast({ text: t(clusterMessages.nodeUncordoned({ node: name })) });
    } catch (error) {
      toast({ text: errorText(error), isError: true });
    }
  };
  const cordon = async (): Promise<void> => {
    await client.cordonNode(cluster, name);
    await refresh();
    toast({ text: t(clusterMessages.nodeCordoned({ node: name })) });
  };
  return (
    <>
      <Menu small label={t(clusterMessages.actionsOf({ name }))}>
        {cordoned ? (
          <MenuItem disabledReason={reason} onSelect={() => void uncordon()}>
            {t(clusterMessages.uncordon)}
          </MenuItem>
        ) : (
          <MenuItem disabledReason={reason} onSelect={() => setAsked('cordon')}>
            {t(clusterMessages.cordon)}
          </MenuItem>
        )}
        <MenuItem danger disabledReason={reason} onSelect={() => setAsked('drain')}>
          {t(clusterMessages.drain)}
        </MenuItem>
      </Menu>
      {asked === 'cordon' && (
        <Confirm
          open
          onClose={close}
          title={t(clusterMessages.cordonNode({ node: name }))}
          action={t(clusterMessages.cordonAction)}
          onConfirm={cordon}
        >
          <p className="secondary">{t(clusterMessages.cordonHelp)}</p>
          <AffectedApps cluster={cluster} node={name} />
          <CliLine words={['cluster', 'cordon', name, ...clusterWords(cluster)]} />
        </Confirm>
      )}
      {asked === 'drain' && <DrainDialog cluster={cluster} node={name} onClose={close} />}
    </>
  );
}

interface DrainDialogProps {
  readonly cluster: string;
  readonly node: string;
  readonly onClose: () => void;
}

/** Pods that no drain moves. */
const STAYING: readonly DrainedNode['kept'][number]['reason'][] = ['daemonSet', 'static', 'terminating'];

/** Names what would be lost, and shows how far it is; closing the dialog stops it. */
function DrainDialog({ cluster, node, onClose }: DrainDialogProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const queries = useQueryClient();
  const toast = useToast();
  const [options, setOptions] = useState({ force: false, deleteLocalData: false });
  const [progress, setProgress] = useState<DrainedNode>();
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const drain = async (): Promise<void> => {
    const ending = new AbortController();
    stop.current = ending;
    let last: DrainedNode | undefined;
    const onProgress = (drained: DrainedNode): void => {
      last = drained;
      setProgress(drained);
    };
    try {
      await drainWholeNode(client, { cluster, node, ...options }, { signal: ending.signal, onProgress });
    } catch (error) {
      if (!ending.signal.aborted) throw error;
    } finally {
      await queries.invalidateQueries({ queryKey: [queryKeys.clusters, cluster] });
    }
    if (last === undefined) return;
    const { evicted, kept } = last;
    const done =
      kept.length === 0
        ? clusterMessages.nodeDrained({ node, count: evicted.length })
        : clusterMessages.nodeDrainedKept({
            ...{ node, count: evicted.length, kept: kept.length },
            names: kept.map((pod) => `${pod.name} (${t(keptReasons[pod.reason])})`),
          });
    toast({ text: t(done), isError: kept.some(({ reason }) => !STAYING.includes(reason)) });
  };
  const pending = progress?.kept.filter(({ reason }) => reason === 'pending').length ?? 0;
  return (
    <Confirm
      open
      danger
      onClose={onClose}
      title={t(clusterMessages.drainNode({ node }))}
      action={t(clusterMessages.drainAction)}
      onConfirm={drain}
    >
      <p className="secondary">{t(clusterMessages.drainHelp)}</p>
      <AffectedApps cluster={cluster} node={node} />
      <LostPods
        {...{ cluster, node }}
        obstacle="unmanaged"
        label={t(clusterMessages.forceDrain)}
        checked={options.force}
        onChange={(force) => setOptions({ ...options, force })}
      />
      <LostPods
        {...{ cluster, node }}
        obstacle="localData"
        label={t(clusterMessages.deleteLocalData)}
        checked={options.deleteLocalData}
        onChange={(deleteLocalData) => setOptions({ ...options, deleteLocalData })}
      />
      <CliLine
        words={[
          ...['cluster', 'drain', node, ...clusterWords(cluster)],
          ...(options.force ? ['--force'] : []),
          ...(options.deleteLocalData ? ['--delete-local-data'] : []),
        ]}
      />
      {progress !== undefined && (
        <p role="status">{t(clusterMessages.draining({ count: progress.evicted.length, left: pending }))}</p>
      )}
    </Confirm>
  );
}

const keptReasons = {
  daemonSet: clusterMessages.keptDaemonSet,
  static: clusterMessages.keptStatic,
  unmanaged: clusterMessages.keptUnmanaged,
  localData: clusterMessages.keptLocalData,
  budget: clusterMessages.keptBudget,
  terminating: clusterMessages.keptTerminating,
  failed: clusterMessages.keptFailed,
  pending: clusterMessages.keptPending,
} as const;

interface LostPodsProps {
  readonly cluster: string;
  readonly node: string;
  readonly obstacle: DrainObstacle;
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** The pods that stay unless this is checked; nothing where there are none. */
function LostPods({ cluster, node, obstacle, label, checked, onChange }: LostPodsProps) {
  const { client } = usePlatform();
  const { data } = useQuery(clusterPodsQuery(client, cluster, { all: true, node }));
  const lost = (data?.pods ?? []).filter(({ drainObstacles = [] }) => drainObstacles.includes(obstacle));
  if (lost.length === 0) return null;
  return (
    <div className="stack">
      <Checkbox label={label} checked={checked} onChange={({ target }) => onChange(target.checked)} />
      <ul aria-label={label}>
        {lost.map(({ namespace, name }) => (
          <li key={`${namespace}/${name}`} className="small break">
            {namespace}/{name}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The apps with pods on a node, and how many each has there. */
function AffectedApps({ cluster, node }: { readonly cluster: string; readonly node: string }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const pods = useQuery(clusterPodsQuery(client, cluster, { all: true, node }));
  if (pods.isError) return <ErrorPanel error={pods.error} onRetry={() => void pods.refetch()} />;
  if (pods.isPending) return <Skeleton rows={2} />;
  const here = pods.data.pods;
  const apps = [...Map.groupBy(here, ({ appId = '' }) => appId)].filter(([appId]) => appId !== '');
  const others = here.filter(({ appId }) => appId === undefined).length;
  return (
    <div className="stack">
      <span className="medium">{t(clusterMessages.affectedApps)}</span>
      {apps.length === 0 && <span className="secondary">{t(clusterMessages.noAppsAffected)}</span>}
      <ul aria-label={t(clusterMessages.affectedApps)}>
        {apps.map(([appId, members]) => (
          <li key={appId} className="row">
            <Link className="link" to="/apps/$app" params={{ app: appId }}>
              {members[0]?.appName ?? appId}
            </Link>
            <span className="small secondary">{t(clusterMessages.podCount({ count: members.length }))}</span>
          </li>
        ))}
      </ul>
      {others > 0 && <span className="small secondary">{t(clusterMessages.otherPods({ count: others }))}</span>}
    </div>
  );
}

import type { ClusterNode } from '@kubemin/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Confirm, ErrorPanel, Menu, MenuItem, Skeleton, useErrorText, useToast } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { clusterMessages, shellMessages } from '../../messages/index.ts';
import { queryKeys, usePlatform, useRights } from '../../platform/index.ts';
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
  const drain = async (): Promise<void> => {
    const { evicted, kept } = await client.drainNode(cluster, name);
    await refresh();
    const names = kept.map((pod) => pod.name);
    const isLeft = kept.some((pod) => pod.reason === 'budget' || pod.reason === 'failed');
    const done =
      kept.length === 0
        ? clusterMessages.nodeDrained({ node: name, count: evicted.length })
        : clusterMessages.nodeDrainedKept({ node: name, count: evicted.length, kept: kept.length, names });
    toast({ text: t(done), isError: isLeft });
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
        </Confirm>
      )}
      {asked === 'drain' && (
        <Confirm
          open
          danger
          onClose={close}
          title={t(clusterMessages.drainNode({ node: name }))}
          action={t(clusterMessages.drainAction)}
          onConfirm={drain}
        >
          <p className="secondary">{t(clusterMessages.drainHelp)}</p>
          <AffectedApps cluster={cluster} node={name} />
        </Confirm>
      )}
    </>
  );
}

/** The apps with pods on a node, and how many each has there. */
function AffectedApps({ cluster, node }: { readonly cluster: string; readonly node: string }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const pods = useQuery(clusterPodsQuery(client, cluster, true));
  if (pods.isError) return <ErrorPanel error={pods.error} onRetry={() => void pods.refetch()} />;
  if (pods.isPending) return <Skeleton rows={2} />;
  const here = pods.data.pods.filter((pod) => pod.node === node);
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

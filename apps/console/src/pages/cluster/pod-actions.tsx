import type { Action, ClusterPod } from '@kubemin/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CliLine, Confirm, Menu, MenuItem, MenuLink, useToast } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { LogView } from '../../logs/index.ts';
import { clusterMessages, shellMessages } from '../../messages/index.ts';
import { applicationsQuery, queryKeys, usePlatform, useRights } from '../../platform/index.ts';
import { useDock } from '../../shell/index.ts';
import { useOpenTerminal } from '../../terminal/index.ts';

interface PodActionsProps {
  readonly cluster: string;
  readonly pod: ClusterPod;
}

/** Logs, a terminal, YAML and deletion. What the platform does with pods, it does with those of apps. */
export function PodActions({ cluster, pod }: PodActionsProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { can } = useRights();
  const queries = useQueryClient();
  const toast = useToast();
  const { open } = useDock();
  const openTerminal = useOpenTerminal();
  const [isDeleting, setDeleting] = useState(false);
  const project = useProject(pod.appId);
  const refusal = (action: Action): string | undefined => {
    if (pod.appId === undefined) return t(clusterMessages.noAppPod);
    return can(action, project) ? undefined : t(shellMessages.scopeNeeded({ scope: action }));
  };
  const { appId = '', appName = '', namespace, name } = pod;
  const title = `${appName}/${pod.component ?? name}`;
  const openLogs = (): void =>
    open({
      id: `logs ${appId} ${name}`,
      title: t(clusterMessages.logsOf({ place: title })),
      content: <LogView appId={appId} app={appName} components={[]} selection={{ pod: name }} />,
    });
  return (
    <>
      <Menu small label={t(clusterMessages.actionsOf({ name }))}>
        <MenuItem disabledReason={refusal('read')} onSelect={openLogs}>
          {t(clusterMessages.openLogs)}
        </MenuItem>
        <MenuItem disabledReason={refusal('exec')} onSelect={() => openTerminal({ appId, pod: name, title })}>
          {t(clusterMessages.openShell)}
        </MenuItem>
        {can('admin') && (
          <MenuLink>
            <Link
              to="/cluster/objects/$resource/$name"
              params={{ resource: 'pods', name }}
              search={{ cluster, namespace }}
            >
              {t(clusterMessages.yaml)}
            </Link>
          </MenuLink>
        )}
        <MenuItem danger disabledReason={refusal('operate')} onSelect={() => setDeleting(true)}>
          {t(clusterMessages.deletePod)}
        </MenuItem>
      </Menu>
      {isDeleting && (
        <Confirm
          open
          danger
          onClose={() => setDeleting(false)}
          title={t(clusterMessages.deletePodTitle({ name }))}
          action={t(clusterMessages.deleteAction)}
          onConfirm={async () => {
            await client.deletePod(appId, name);
            await queries.invalidateQueries({ queryKey: [queryKeys.clusters, cluster] });
            toast({ text: t(clusterMessages.podDeleted({ name })) });
          }}
        >
          <p className="secondary">{t(clusterMessages.deletePodHelp)}</p>
          <CliLine words={['pod', 'rm', appName, name]} />
        </Confirm>
      )}
    </>
  );
}

/** The project of an app, which rights depend on; the navigation has read all apps before. */
function useProject(appId: string | undefined): string | undefined {
  const { client } = usePlatform();
  const { data } = useQuery(applicationsQuery(client));
  return data?.applications.find(({ id }) => id === appId)?.project;
}

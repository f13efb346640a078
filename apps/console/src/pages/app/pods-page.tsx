import type { ApplicationPod, PodContainer } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FileText, SquareTerminal } from 'lucide-react';
import {
  type Column,
  EmptyState,
  ErrorPanel,
  Health,
  IconButton,
  Menu,
  MenuItem,
  Moment,
  Panel,
  Skeleton,
  Table,
  Tag,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { podsQuery, usePlatform } from '../../platform/index.ts';
import styles from './app.module.css';
import { useRefusal } from './app-actions.tsx';
import { useApp } from './app-context.ts';
import { appSearchSchema } from './app-search.ts';
import { ComponentSelect } from './component-select.tsx';
import { useOpenLogs, useOpenShell } from './pod-tools.tsx';

/** Restarts and node changes are no live events. */
const REFRESH_MS = 5_000;

export function PodsPage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { app, path } = useApp();
  const navigate = useNavigate();
  const { component } = appSearchSchema.parse(useSearch({ strict: false }));
  const pods = useQuery({ ...podsQuery(client, app.id), refetchInterval: REFRESH_MS });
  const shown = (pods.data?.pods ?? []).filter((pod) => component === undefined || pod.component === component);
  return (
    <div className={styles.body}>
      <div className="wrap">
        <ComponentSelect
          value={component}
          onChange={(next) =>
            void navigate({
              to: '/apps/$app/pods',
              params: { app: path },
              search: next === undefined ? {} : { component: next },
              replace: true,
            })
          }
        />
      </div>
      {pods.isError && <ErrorPanel error={pods.error} onRetry={() => void pods.refetch()} />}
      {pods.isPending && <Skeleton rows={5} />}
      {pods.data !== undefined && shown.length === 0 && (
        <EmptyState title={t(appMessages.noPods)}>{t(appMessages.noPodsHelp)}</EmptyState>
      )}
      {shown.length > 0 && <PodTable pods={shown} />}
    </div>
  );
}

function PodTable({ pods }: { readonly pods: readonly ApplicationPod[] }) {
  const { t } = useLanguage();
  const columns: readonly Column<ApplicationPod>[] = [
    {
      id: 'pod',
      head: t(appMessages.pod),
      cell: ({ name, component, message }) => (
        <div className="two-lines">
          <span className="medium break">{name}</span>
          {component !== undefined && <span className="small secondary">{component}</span>}
          {message !== undefined && <span className="mono secondary break">{message}</span>}
        </div>
      ),
    },
    {
      id: 'status',
      head: t(appMessages.status),
      cell: ({ status, ready }) => <Health state={podState(status, ready)}>{status}</Health>,
    },
    {
      id: 'ready',
      head: t(appMessages.ready),
      wideOnly: true,
      cell: ({ containers }) => {
        const main = containers.filter(({ kind }) => kind !== 'init' && kind !== 'ephemeral');
        return `${main.filter(({ ready }) => ready).length} / ${main.length}`;
      },
    },
    {
      id: 'restarts',
      head: t(appMessages.restarts),
      numeric: true,
      wideOnly: true,
      cell: ({ containers }) => {
        const restarts = containers.reduce((sum, container) => sum + container.restarts, 0);
        return <span className={restarts > 0 ? 'strong' : 'secondary'}>{restarts}</span>;
      },
    },
    { id: 'node', head: t(appMessages.node), wideOnly: true, cell: ({ node }) => node },
    {
      id: 'age',
      head: t(appMessages.started),
      cell: ({ createTime }) => createTime !== undefined && <Moment at={createTime} />,
    },
    {
      id: 'containers',
      head: t(appMessages.containers),
      wideOnly: true,
      cell: ({ containers }) => (
        <div className="stack">
          {containers.map((container) => (
            <Container key={container.name} container={container} />
          ))}
        </div>
      ),
    },
    {
      id: 'tools',
      head: <span className="visually-hidden">{t(appMessages.actions)}</span>,
      width: '76px',
      inFirstLine: true,
      cell: (pod) => <PodTools pod={pod} />,
    },
  ];
  return (
    <Panel label={t(appMessages.pods)}>
      <Table label={t(appMessages.pods)} columns={columns} items={pods} itemKey={({ uid }) => uid} />
    </Panel>
  );
}

const WAITING = ['Pending', 'ContainerCreating', 'PodInitializing', 'Terminating'];

function podState(status: string, ready: boolean) {
  if (status === 'Completed' || status === 'Succeeded') return 'Stopped';
  if (ready) return 'Running';
  return WAITING.includes(status) || status === 'Running' ? 'Pending' : 'Failed';
}

function Container({ container }: { readonly container: PodContainer }) {
  const { t } = useLanguage();
  const { name, kind, image, state, reason, lastExit } = container;
  return (
    <div className="two-lines">
      <span className="row">
        <span className="medium">{name}</span>
        {kind !== 'main' && <Tag>{kind}</Tag>}
        {state !== 'running' && <span className="small secondary">{reason ?? state}</span>}
      </span>
      <span className="mono secondary break">{image}</span>
      {lastExit !== undefined && (
        <span className="small secondary">
          {t(appMessages.lastExit({ code: lastExit.code, reason: lastExit.reason ?? '' }))}
          {lastExit.time !== undefined && (
            <>
              {' · '}
              <Moment at={lastExit.time} />
            </>
          )}
        </span>
      )}
    </div>
  );
}

function PodTools({ pod }: { readonly pod: ApplicationPod }) {
  const { t } = useLanguage();
  const refusal = useRefusal()('exec');
  const openLogs = useOpenLogs();
  const openShell = useOpenShell();
  const running = pod.containers.filter(({ state }) => state === 'running');
  const notRunning = running.length === 0 ? t(appMessages.notRunningContainer) : undefined;
  const terminalLabel = t(appMessages.terminalOf({ pod: pod.name }));
  return (
    <span className="row">
      <IconButton
        small
        label={t(appMessages.logsOf({ place: pod.name }))}
        onClick={() => openLogs({ pod: pod.name, component: pod.component })}
      >
        <FileText size={14} aria-hidden />
      </IconButton>
      {running.length > 1 && refusal === undefined ? (
        <Menu
          label={terminalLabel}
          trigger={
            <IconButton small label={terminalLabel}>
              <SquareTerminal size={14} aria-hidden />
            </IconButton>
          }
        >
          {running.map(({ name }) => (
            <MenuItem key={name} onSelect={() => openShell(pod, name)}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      ) : (
        <IconButton
          small
          label={terminalLabel}
          disabledReason={refusal ?? notRunning}
          onClick={() => openShell(pod, running[0]?.name)}
        >
          <SquareTerminal size={14} aria-hidden />
        </IconButton>
      )}
    </span>
  );
}

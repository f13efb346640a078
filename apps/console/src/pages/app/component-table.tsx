import type { ClusterEvent, Component } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink, FileText, Minus, Plus, SquareTerminal, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { type Column, Health, IconButton, Menu, MenuItem, Moment, Panel, Table, TypeIcon } from '../../kit/index.ts';
import { formatBytes, formatMillicores, useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { clusterEventsQuery, clustersQuery, podsQuery, usageQuery, usePlatform } from '../../platform/index.ts';
import { componentAddresses, componentPorts } from './addresses.ts';
import styles from './app.module.css';
import { useRefusal } from './app-actions.tsx';
import { useApp } from './app-context.ts';
import { TROUBLES } from './attention.tsx';
import { useOpenLogs, useOpenShell } from './pod-tools.tsx';
import { RestartDialog } from './restart-dialog.tsx';
import { ScaleDialog } from './scale-dialog.tsx';
import { autoscaling, replicaRequest } from './scaling.ts';
import { podReading } from './usage-readings.ts';

type Dialog =
  | { readonly kind: 'scale'; readonly wanted: Readonly<Record<string, number>> }
  | { readonly kind: 'restart'; readonly component: string };

/** The components of the application: how they are, what they use, and what Kubernetes recorded about them last. */
export function ComponentTable() {
  const { t } = useLanguage();
  const { app } = useApp();
  const { client } = usePlatform();
  const [dialog, setDialog] = useState<Dialog>();
  const ingress = useQuery(clustersQuery(client)).data?.clusters.find(({ name }) => name === app.cluster)?.ingress;
  const healthy = app.components.filter(({ status, reason }) => status === 'Running' || reason === 'Stopped').length;
  const columns: readonly Column<Component>[] = [
    {
      id: 'name',
      head: t(appMessages.name),
      cell: ({ name, type }) => (
        <div className="row">
          <span className={styles.type}>
            <TypeIcon type={type} />
          </span>
          <div className="two-lines">
            <span className="medium cut">{name}</span>
            <span className="small secondary">{type}</span>
          </div>
        </div>
      ),
    },
    { id: 'health', head: t(appMessages.health), cell: (component) => <ComponentHealth component={component} /> },
    {
      id: 'ready',
      head: t(appMessages.ready),
      cell: (component) => (
        <Replicas
          component={component}
          onScale={(replicas) => setDialog({ kind: 'scale', wanted: { [component.name]: replicas } })}
        />
      ),
    },
    {
      id: 'image',
      head: t(appMessages.image),
      wideOnly: true,
      cell: ({ image }) =>
        image !== undefined && (
          <span className={`${styles.image} mono`} title={image}>
            {image}
          </span>
        ),
    },
    {
      id: 'usage',
      head: t(appMessages.usage),
      wideOnly: true,
      cell: (component) => component.replicas !== undefined && <Usage component={component.name} />,
    },
    {
      id: 'restarts',
      head: t(appMessages.restarts),
      numeric: true,
      wideOnly: true,
      cell: (component) => component.replicas !== undefined && <Restarts component={component.name} />,
    },
    {
      id: 'event',
      head: t(appMessages.lastEvent),
      wideOnly: true,
      cell: ({ name }) => <LastEvent component={name} />,
    },
    {
      id: 'address',
      head: t(appMessages.address),
      wideOnly: true,
      cell: (component) => <Ports component={component} ingress={ingress} />,
    },
    {
      id: 'tools',
      head: <span className="visually-hidden">{t(appMessages.actions)}</span>,
      width: '44px',
      inFirstLine: true,
      cell: ({ name, replicas }) =>
        replicas !== undefined && (
          <ComponentMenu component={name} onRestart={() => setDialog({ kind: 'restart', component: name })} />
        ),
    },
  ];
  return (
    <section className={styles.group} aria-label={t(appMessages.components)}>
      <h2 className="row heading">
        {t(appMessages.components)}
        <span className="small secondary">{t(appMessages.healthyCount({ healthy, all: app.components.length }))}</span>
      </h2>
      <Panel label={t(appMessages.components)}>
        <Table
          label={t(appMessages.components)}
          columns={columns}
          items={app.components}
          itemKey={({ id }) => String(id)}
        />
      </Panel>
      {dialog?.kind === 'scale' && <ScaleDialog wanted={dialog.wanted} onClose={() => setDialog(undefined)} />}
      {dialog?.kind === 'restart' && (
        <RestartDialog component={dialog.component} onClose={() => setDialog(undefined)} />
      )}
    </section>
  );
}

function ComponentHealth({ component }: { readonly component: Component }) {
  const { t, sent } = useLanguage();
  const { status, reason, message } = component;
  const trouble = TROUBLES[reason];
  const state = reason === 'Stopped' ? 'Stopped' : reason === 'NotDeployed' ? 'NotDeployed' : status;
  return (
    <div className="two-lines">
      <Health state={state} />
      {/* Of the others the message repeats the state. */}
      {(state === 'Pending' || state === 'Failed' || state === 'Unknown') && (
        <span className={`${styles.reason} small secondary`} title={sent(component, 'message', message)}>
          {trouble === undefined ? sent(component, 'message', message) : t(trouble)}
        </span>
      )}
    </div>
  );
}

interface ReplicasProps {
  readonly component: Component;
  readonly onScale: (replicas: number) => void;
}

/** Ready and wanted replicas; the buttons open the dialog, which asks before anything happens. */
function Replicas({ component, onScale }: ReplicasProps) {
  const { t } = useLanguage();
  const refusal = useRefusal()('operate');
  const { name, replicas, readyReplicas = 0 } = component;
  if (replicas === undefined) return null;
  return (
    <div className="two-lines">
      <span className={styles.replicas}>
        <IconButton
          small
          label={t(appMessages.oneLess({ name }))}
          disabledReason={refusal ?? (replicas === 0 ? t(appMessages.noReplicas) : undefined)}
          onClick={() => onScale(replicas - 1)}
        >
          <Minus size={12} aria-hidden />
        </IconButton>
        <span className={styles.ready}>
          {readyReplicas} / {replicas}
        </span>
        <IconButton
          small
          label={t(appMessages.oneMore({ name }))}
          disabledReason={refusal}
          onClick={() => onScale(replicas + 1)}
        >
          <Plus size={12} aria-hidden />
        </IconButton>
      </span>
      <AutoscalingFacts component={component} />
    </div>
  );
}

/** Between how many replicas the autoscaler keeps the component, its target, and how far that is used now. */
function AutoscalingFacts({ component }: { readonly component: Component }) {
  const { t } = useLanguage();
  const scaling = autoscaling(component);
  const used = useComponentUsage(component.name);
  if (scaling === undefined) return null;
  const requested = (replicaRequest(component).cpu ?? 0) * 1_000 * (used?.pods ?? 0);
  const percent = used === undefined || requested === 0 ? undefined : Math.round((used.cpuMillis / requested) * 100);
  return (
    <>
      <span className="small secondary">{t(appMessages.autoscaled({ min: scaling.min, max: scaling.max }))}</span>
      {scaling.targets.length > 0 && (
        <span className="small secondary">
          {t(appMessages.target({ targets: [...scaling.targets] }))}
          {scaling.cpuTarget !== undefined && percent !== undefined && ` · ${t(appMessages.targetNow({ percent }))}`}
        </span>
      )}
    </>
  );
}

/** What the pods of a component use together; undefined while that is not measured. */
function useComponentUsage(component: string) {
  const { app } = useApp();
  const { client } = usePlatform();
  const { data } = useQuery(usageQuery(client, app.id));
  const readings = (data?.pods ?? []).map(podReading).filter((each) => each.component === component);
  const measured = readings.flatMap(({ cpuMillis, memoryBytes }) =>
    cpuMillis === undefined || memoryBytes === undefined ? [] : [{ cpuMillis, memoryBytes }],
  );
  if (measured.length === 0) return undefined;
  return {
    pods: measured.length,
    cpuMillis: measured.reduce((sum, { cpuMillis }) => sum + cpuMillis, 0),
    memoryBytes: measured.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
  };
}

function Usage({ component }: { readonly component: string }) {
  const { t } = useLanguage();
  const used = useComponentUsage(component);
  if (used === undefined)
    return (
      <span className="hint" title={t(appMessages.notMeasured)}>
        –
      </span>
    );
  return (
    <div className="two-lines">
      <span className={styles.ready}>{formatMillicores(used.cpuMillis)} CPU</span>
      <span className={`${styles.ready} small secondary`}>{formatBytes(used.memoryBytes)}</span>
    </div>
  );
}

function Restarts({ component }: { readonly component: string }) {
  const { app } = useApp();
  const { client } = usePlatform();
  const pods = useQuery(podsQuery(client, app.id)).data?.pods ?? [];
  const restarts = pods
    .filter((pod) => pod.component === component)
    .flatMap(({ containers }) => containers)
    .reduce((sum, container) => sum + container.restarts, 0);
  return <span className={restarts > 0 ? 'strong' : 'secondary'}>{restarts}</span>;
}

function LastEvent({ component }: { readonly component: string }) {
  const { t } = useLanguage();
  const { app, path } = useApp();
  const { client } = usePlatform();
  const events = useQuery(clusterEventsQuery(client, app.id)).data?.events ?? [];
  const last = events.reduce<ClusterEvent | undefined>(
    (latest, event) =>
      event.component === component && (latest === undefined || event.time >= latest.time) ? event : latest,
    undefined,
  );
  if (last === undefined) return null;
  return (
    <Link to="/apps/$app/events" params={{ app: path }} search={{ component }} className="two-lines">
      <span className="row">
        {last.type === 'Warning' && (
          <TriangleAlert size={12} className={styles.warning} role="img" aria-label={t(appMessages.warning)} />
        )}
        <span className="cut" lang="en" title={last.message}>
          {last.reason}
        </span>
      </span>
      <span className="small secondary">
        <Moment at={last.time} />
      </span>
    </Link>
  );
}

function Ports({ component, ingress }: { readonly component: Component; readonly ingress: string | undefined }) {
  const addresses = componentAddresses(component, ingress);
  const ports = componentPorts(component);
  return (
    <div className="two-lines">
      {addresses.map((address) => (
        <a key={address} className={styles.address} href={address} target="_blank" rel="noreferrer">
          <span className="cut">{address.replace(/^https?:\/\//, '')}</span>
          <ExternalLink size={12} aria-hidden />
        </a>
      ))}
      {ports.length > 0 && <span className="small secondary">{ports.map((port) => `:${port}`).join(' ')}</span>}
    </div>
  );
}

interface ComponentMenuProps {
  readonly component: string;
  readonly onRestart: () => void;
}

function ComponentMenu({ component, onRestart }: ComponentMenuProps) {
  const { t } = useLanguage();
  const { app } = useApp();
  const { client } = usePlatform();
  const refusal = useRefusal();
  const openLogs = useOpenLogs();
  const openShell = useOpenShell();
  const pods = useQuery(podsQuery(client, app.id)).data?.pods ?? [];
  const ready = pods.find((pod) => pod.component === component && pod.ready);
  return (
    <Menu small label={t(appMessages.actionsFor({ name: component }))}>
      <MenuItem icon={<FileText size={14} aria-hidden />} onSelect={() => openLogs({ component })}>
        {t(appMessages.logs)}
      </MenuItem>
      <MenuItem
        icon={<SquareTerminal size={14} aria-hidden />}
        disabledReason={refusal('exec') ?? (ready === undefined ? t(appMessages.noReadyPod) : undefined)}
        onSelect={() => ready !== undefined && openShell(ready)}
      >
        {t(appMessages.terminal)}
      </MenuItem>
      <MenuItem disabledReason={refusal('operate')} onSelect={onRestart}>
        {t(appMessages.restartMore)}
      </MenuItem>
    </Menu>
  );
}

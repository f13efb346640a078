import type { ApplicationDetail, ApplicationPod, Component, ComponentReason, Task } from '@kubemin/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink, FileText, Minus, Plus, SquareTerminal, TriangleAlert, UserCheck } from 'lucide-react';
import { useState } from 'react';
import {
  Banner,
  Button,
  type Column,
  CopyButton,
  Count,
  Duration,
  ErrorPanel,
  Health,
  IconButton,
  Menu,
  MenuItem,
  Moment,
  Panel,
  runKinds,
  Skeleton,
  StateChip,
  Table,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages, shellMessages } from '../../messages/index.ts';
import {
  clustersQuery,
  podsQuery,
  runsQuery,
  useOpenQuestions,
  usePlatform,
  usePollInterval,
} from '../../platform/index.ts';
import { componentAddresses, componentPorts } from './addresses.ts';
import styles from './app.module.css';
import { useRefusal } from './app-actions.tsx';
import { useApp } from './app-context.ts';
import { useOpenLogs, useOpenShell } from './pod-tools.tsx';
import { RestartDialog } from './restart-dialog.tsx';
import { ScaleDialog } from './scale-dialog.tsx';

const SHOWN_RUNS = 5;

export function OverviewPage() {
  const { app } = useApp();
  return (
    <div className={styles.body}>
      <ApprovalBanner appId={app.id} />
      <ChangedBanner />
      <div className={styles.columns}>
        <div className={styles.group}>
          <Attention />
          <Components />
        </div>
        <div className={styles.group}>
          <LastRuns />
          <Facts app={app} />
        </div>
      </div>
    </div>
  );
}

/** A question that waits for the user is the most prominent thing of its application. */
function ApprovalBanner({ appId }: { readonly appId: string }) {
  const { t, sent } = useLanguage();
  const question = useOpenQuestions().find(({ run }) => run.appId === appId);
  if (question === undefined) return null;
  const { run, job } = question;
  return (
    <Banner
      label={t(shellMessages.needsApproval)}
      icon={<UserCheck size={20} aria-hidden />}
      title={t(appMessages.waitsForYou({ number: run.number, step: job.step }))}
      actions={
        <Link className="link medium" to="/runs/$run" params={{ run: String(run.number) }}>
          {t(appMessages.openRun)}
        </Link>
      }
    >
      {job.approval !== undefined && sent(job.approval, 'question', job.approval.question)}
    </Banner>
  );
}

/** The stored document is not what runs. */
function ChangedBanner() {
  const { t } = useLanguage();
  const { app, path } = useApp();
  const { serving, revision, health } = app;
  if (serving === undefined || serving.revision === revision || health.phase === 'Deploying') return null;
  return (
    <Banner
      kind="warning"
      label={t(appMessages.changed)}
      icon={<TriangleAlert size={20} aria-hidden />}
      title={t(appMessages.changed)}
      actions={
        <>
          <Link
            className="link medium"
            to="/apps/$app/revisions"
            params={{ app: path }}
            search={{ rev: serving.revision, with: revision }}
          >
            {t(appMessages.compare)}
          </Link>
          <Link className="link medium" to="/apps/$app/plan" params={{ app: path }}>
            {t(appMessages.deployMore)}
          </Link>
        </>
      }
    >
      {t(appMessages.changedHelp({ live: serving.revision, revision }))}
    </Banner>
  );
}

const NOT_TROUBLE: readonly ComponentReason[] = ['Progressing', 'NotDeployed', 'Stopped', 'NotWatched'];

function isTrouble({ status, reason }: Component): boolean {
  return status !== 'Running' && !NOT_TROUBLE.includes(reason);
}

/** What does not run as it should, in a sentence, with the text of Kubernetes below. */
function Attention() {
  const { t, sent } = useLanguage();
  const { app } = useApp();
  const { client } = usePlatform();
  const pods = useQuery(podsQuery(client, app.id)).data?.pods ?? [];
  const openLogs = useOpenLogs();
  const troubled = app.components.filter(isTrouble);
  if (troubled.length === 0) return null;
  return (
    <section className={styles.group} aria-label={t(appMessages.attention)}>
      <h2 className="row heading">
        {t(appMessages.attention)} <Count value={troubled.length} />
      </h2>
      <Panel label={t(appMessages.attention)}>
        {troubled.map((component) => (
          <div key={component.id} className={styles.trouble}>
            <TriangleAlert
              size={16}
              className={component.status === 'Failed' ? styles.failed : styles.warning}
              aria-hidden
            />
            <div className="grow">
              <div>
                <span className="strong">{component.name}</span>{' '}
                {t(TROUBLES[component.reason] ?? appMessages.notRunning)}
              </div>
              <div className="small secondary break">{sent(component, 'message', component.message)}</div>
              {podMessages(pods, component).map((message) => (
                <div key={message} className="mono secondary break">
                  {message}
                </div>
              ))}
            </div>
            <Button
              size="small"
              icon={<FileText size={14} aria-hidden />}
              onClick={() => openLogs({ component: component.name })}
            >
              {t(appMessages.logs)}
            </Button>
          </div>
        ))}
      </Panel>
    </section>
  );
}

const TROUBLES: Readonly<Partial<Record<ComponentReason, typeof appMessages.notRunning>>> = {
  ImagePullFailed: appMessages.imagePullFailed,
  CrashLoop: appMessages.crashLoop,
  ContainerMisconfigured: appMessages.misconfigured,
  ReferenceMissing: appMessages.referenceMissing,
  Unschedulable: appMessages.unschedulable,
  ReplicaFailure: appMessages.replicaFailure,
  ProgressDeadlineExceeded: appMessages.tooSlow,
  VolumeLost: appMessages.volumeLost,
  JobFailed: appMessages.jobFailed,
  Deleted: appMessages.deletedOutside,
};

/** What Kubernetes states about the pods of a component, each text once, unless the component's message has it already. */
function podMessages(pods: readonly ApplicationPod[], { name, message }: Component): readonly string[] {
  const texts = pods
    .filter((pod) => pod.component === name)
    .flatMap((pod) => [
      pod.message,
      ...pod.containers.filter(({ ready }) => !ready).map((container) => container.message),
    ]);
  const shown = texts.flatMap((text) => (text === undefined || text === '' || message.includes(text) ? [] : [text]));
  return [...new Set(shown)].slice(0, 3);
}

type Dialog =
  | { readonly kind: 'scale'; readonly wanted: Readonly<Record<string, number>> }
  | { readonly kind: 'restart'; readonly component: string };

function Components() {
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
        <div className="two-lines">
          <span className="medium cut">{name}</span>
          <span className="small secondary">{type}</span>
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
      cell: ({ image }) => image !== undefined && <span className="mono break">{image}</span>,
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
  const { sent } = useLanguage();
  const { status, reason, message } = component;
  const state = reason === 'Stopped' ? 'Stopped' : reason === 'NotDeployed' ? 'NotDeployed' : status;
  return (
    <div className="two-lines">
      <Health state={state} />
      {state !== 'Running' && (
        <span className={`${styles.reason} small secondary`} title={sent(component, 'message', message)}>
          {sent(component, 'message', message)}
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
function Replicas({ component: { name, replicas, readyReplicas = 0 }, onScale }: ReplicasProps) {
  const { t } = useLanguage();
  const refusal = useRefusal()('operate');
  if (replicas === undefined) return null;
  return (
    <span className={styles.replicas}>
      <IconButton
        small
        label={t(appMessages.oneLess({ name }))}
        disabledReason={refusal ?? (replicas === 0 ? t(appMessages.scaleToZero) : undefined)}
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

function LastRuns() {
  const { t } = useLanguage();
  const { app, path } = useApp();
  const { client } = usePlatform();
  const refetchInterval = usePollInterval();
  const runs = useInfiniteQuery({ ...runsQuery(client, { appId: app.id, limit: SHOWN_RUNS }), refetchInterval });
  const tasks = runs.data?.pages[0]?.tasks;
  return (
    <section className={styles.group} aria-label={t(appMessages.lastRuns)}>
      <div className="row">
        <h2 className="heading grow">{t(appMessages.lastRuns)}</h2>
        <Link className="link small" to="/apps/$app/runs" params={{ app: path }}>
          {t(appMessages.allRuns)}
        </Link>
      </div>
      {runs.isError && <ErrorPanel error={runs.error} onRetry={() => void runs.refetch()} />}
      {runs.isPending && <Skeleton rows={SHOWN_RUNS} />}
      {tasks !== undefined && (
        <Panel label={t(appMessages.lastRuns)}>
          {tasks.length === 0 && <p className={`${styles.trouble} secondary`}>{t(appMessages.noRuns)}</p>}
          {tasks.map((run) => (
            <RunLine key={run.id} run={run} />
          ))}
        </Panel>
      )}
    </section>
  );
}

function RunLine({ run }: { readonly run: Task }) {
  const { t } = useLanguage();
  const { number, creator } = run;
  return (
    <Link className={styles.run} to="/runs/$run" params={{ run: String(number) }}>
      <span>
        <StateChip state={run.status} />
      </span>
      <span className="two-lines">
        <span className="cut">{t(appMessages.runKind({ number, kind: runKinds[run.kind] }))}</span>
        <span className="small secondary cut">
          r{run.revision} · <Moment at={run.createdAt} />
          {creator !== undefined && ` · ${creator}`}
        </span>
      </span>
      <span className="small secondary">
        {run.startedAt !== undefined && <Duration from={run.startedAt} to={run.endedAt} />}
      </span>
    </Link>
  );
}

function Facts({ app }: { readonly app: ApplicationDetail }) {
  const { t } = useLanguage();
  return (
    <Panel title={t(appMessages.facts)} padded>
      <div className="stack">
        {app.description !== '' && <p className="break">{app.description}</p>}
        <dl className={styles.facts}>
          <dt>{t(appMessages.version)}</dt>
          <dd>{app.version}</dd>
          <dt>{t(appMessages.cluster)}</dt>
          <dd>{app.cluster}</dd>
          <dt>{t(appMessages.created)}</dt>
          <dd>
            <Moment at={app.createTime} />
          </dd>
          <dt>{t(appMessages.updated)}</dt>
          <dd>
            <Moment at={app.updateTime} />
          </dd>
          <dt>{t(appMessages.id)}</dt>
          <dd className="row">
            <span className="mono hint">{app.id}</span>
            <CopyButton text={app.id} label={t(appMessages.copyId)} />
          </dd>
        </dl>
      </div>
    </Panel>
  );
}

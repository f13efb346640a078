import type { Message } from '@kubemin/base/message';
import type { Queue, TaskKind, WorkerList } from '@kubemin/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  Button,
  Code,
  type Column,
  CommandMenu,
  Confirm,
  CopyButton,
  cliCommand,
  EmptyState,
  ErrorPanel,
  Health,
  Panel,
  Skeleton,
  Table,
  Tag,
  workerName,
} from '../../kit/index.ts';
import { formatDuration, useLanguage } from '../../language/index.ts';
import { metricsMessages, shellMessages } from '../../messages/index.ts';
import {
  metricsSummaryQuery,
  queryKeys,
  queueQuery,
  usePlatform,
  useRights,
  workersQuery,
} from '../../platform/index.ts';
import { MetricsTabs } from './metrics-tabs.tsx';

type QueuedRun = Queue['tasks'][number];

export function QueuePage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const queue = useQuery(queueQuery(client));
  const workers = useQuery(workersQuery(client));
  return (
    <MetricsTabs
      waiting={queue.data?.waiting}
      actions={<CommandMenu commands={[cliCommand('queue'), cliCommand('metrics')]} />}
    >
      <Panel title={t(metricsMessages.queueNow)}>
        {queue.isError && <ErrorPanel error={queue.error} onRetry={() => void queue.refetch()} />}
        {queue.isPending && <Skeleton />}
        {queue.data !== undefined && <QueueTable runs={queue.data.tasks} />}
      </Panel>
      <Panel title={t(metricsMessages.workers)}>
        {workers.isError && <ErrorPanel error={workers.error} onRetry={() => void workers.refetch()} />}
        {workers.isPending && <Skeleton rows={2} />}
        {workers.data !== undefined && <WorkerTable workers={workers.data.workers} />}
      </Panel>
    </MetricsTabs>
  );
}

const KINDS: Readonly<Record<TaskKind, Message>> = {
  deploy: metricsMessages.kindDeploy,
  scale: metricsMessages.kindScale,
  restart: metricsMessages.kindRestart,
  delete: metricsMessages.kindDelete,
  undo: metricsMessages.kindUndo,
};

function waitReason({ reason, waitingForNumber }: QueuedRun, limit: number): Message {
  switch (reason) {
    case 'application':
      return waitingForNumber === undefined
        ? metricsMessages.reasonApplication
        : metricsMessages.reasonRun({ number: waitingForNumber });
    case 'capacity':
      return metricsMessages.reasonCapacity({ limit });
    case 'worker':
      return metricsMessages.reasonWorker;
    case 'starting':
      return metricsMessages.reasonStarting;
  }
}

function QueueTable({ runs }: { readonly runs: readonly QueuedRun[] }) {
  const { t, language } = useLanguage();
  const { client } = usePlatform();
  const { can } = useRights();
  const queries = useQueryClient();
  const [cancelling, setCancelling] = useState<QueuedRun>();
  const limit = useQuery(metricsSummaryQuery(client)).data?.capacity.limit ?? 0;
  if (runs.length === 0) {
    return <EmptyState title={t(metricsMessages.nothingWaits)}>{t(metricsMessages.nothingWaitsHelp)}</EmptyState>;
  }
  const reason = can('deploy') ? undefined : t(shellMessages.scopeNeeded({ scope: 'deploy' }));
  const columns: readonly Column<QueuedRun>[] = [
    {
      id: 'position',
      head: t(metricsMessages.position),
      numeric: true,
      width: '72px',
      cell: ({ position }) => position,
    },
    {
      id: 'run',
      head: t(metricsMessages.run),
      cell: ({ number, appName, kind, creator }) => (
        <div className="two-lines">
          <Link className="medium cut" to="/runs/$run" params={{ run: String(number) }}>
            {appName} · {t(metricsMessages.runNumber({ number }))}
          </Link>
          <span className="small secondary">
            {t(KINDS[kind])}
            {creator !== undefined && ` · ${t(metricsMessages.by({ user: creator }))}`}
          </span>
        </div>
      ),
    },
    {
      id: 'reason',
      head: t(metricsMessages.reason),
      cell: (run) => <span className="break">{t(waitReason(run, limit))}</span>,
    },
    {
      id: 'age',
      head: t(metricsMessages.age),
      numeric: true,
      cell: ({ ageMs }) => formatDuration(ageMs, language),
    },
    {
      id: 'cancel',
      head: '',
      width: '96px',
      cell: (run) => (
        <Button size="small" disabledReason={reason} onClick={() => setCancelling(run)}>
          {t(metricsMessages.cancel)}
        </Button>
      ),
    },
  ];
  return (
    <>
      <Table label={t(metricsMessages.queueNow)} columns={columns} items={runs} itemKey={({ taskId }) => taskId} />
      {cancelling !== undefined && (
        <Confirm
          open
          onClose={() => setCancelling(undefined)}
          title={t(metricsMessages.cancelRun({ number: cancelling.number, app: cancelling.appName }))}
          action={t(metricsMessages.cancel)}
          danger
          onConfirm={async () => {
            await client.cancelWorkflow(cancelling.appId, { taskId: cancelling.taskId });
            await queries.invalidateQueries({ queryKey: [queryKeys.metrics] });
          }}
        >
          <p className="secondary">{t(metricsMessages.cancelHelp)}</p>
          <Code text={cliCommand('run', 'cancel', String(cancelling.number))} />
        </Confirm>
      )}
    </>
  );
}

function WorkerTable({ workers }: { readonly workers: WorkerList['workers'] }) {
  const { t, language } = useLanguage();
  if (workers.length === 0) return <EmptyState title={t(metricsMessages.noWorkers)} />;
  const columns: readonly Column<WorkerList['workers'][number]>[] = [
    {
      id: 'worker',
      head: t(metricsMessages.worker),
      cell: ({ id, leads }) => (
        <span className="row">
          <span className="mono" title={id}>
            {workerName(id)}
          </span>
          <CopyButton text={id} label={t(metricsMessages.copyId)} />
          {leads && <Tag kind="accent">{t(metricsMessages.leader)}</Tag>}
        </span>
      ),
    },
    {
      id: 'state',
      head: t(metricsMessages.state),
      cell: ({ alive }) => (
        <Health state={alive ? 'Running' : 'Failed'}>{t(alive ? metricsMessages.alive : metricsMessages.lost)}</Health>
      ),
    },
    {
      id: 'inFlight',
      head: t(metricsMessages.inFlight),
      numeric: true,
      wideOnly: true,
      cell: ({ inFlight }) => inFlight,
    },
    {
      id: 'heartbeat',
      head: t(metricsMessages.heartbeat),
      numeric: true,
      cell: ({ heartbeatAgeMs }) => t(metricsMessages.heartbeatAgo({ age: formatDuration(heartbeatAgeMs, language) })),
    },
  ];
  return <Table label={t(metricsMessages.workers)} columns={columns} items={workers} itemKey={({ id }) => id} />;
}

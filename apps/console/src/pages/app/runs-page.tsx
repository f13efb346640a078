import type { Task } from '@kubemin/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  Button,
  type Column,
  Duration,
  EmptyState,
  ErrorPanel,
  Moment,
  Panel,
  runKinds,
  Skeleton,
  StateChip,
  Table,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { runsQuery, usePlatform, usePollInterval } from '../../platform/index.ts';
import styles from './app.module.css';
import { useApp } from './app-context.ts';

/** The runs of an application, the newest first. */
export function AppRunsPage() {
  const { t, sent } = useLanguage();
  const { client } = usePlatform();
  const { app } = useApp();
  const refetchInterval = usePollInterval();
  const runs = useInfiniteQuery({ ...runsQuery(client, { appId: app.id }), refetchInterval });
  const tasks = runs.data?.pages.flatMap((page) => page.tasks) ?? [];
  const columns: readonly Column<Task>[] = [
    {
      id: 'run',
      head: t(appMessages.run),
      cell: (run) => (
        <div className="two-lines">
          <Link className="strong" to="/runs/$run" params={{ run: String(run.number) }}>
            {t(appMessages.runKind({ number: run.number, kind: runKinds[run.kind] }))}
          </Link>
          {run.error !== undefined && <span className="small secondary break">{sent(run, 'error', run.error)}</span>}
          {run.cancelReason !== undefined && (
            <span className="small secondary break">{sent(run, 'cancelReason', run.cancelReason)}</span>
          )}
        </div>
      ),
    },
    { id: 'state', head: t(appMessages.state), cell: ({ status }) => <StateChip state={status} /> },
    { id: 'revision', head: t(appMessages.revision), wideOnly: true, cell: ({ revision }) => `r${revision}` },
    { id: 'creator', head: t(appMessages.startedBy), wideOnly: true, cell: ({ creator }) => creator },
    { id: 'created', head: t(appMessages.started), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      id: 'duration',
      head: t(appMessages.duration),
      numeric: true,
      cell: ({ startedAt, endedAt }) => startedAt !== undefined && <Duration from={startedAt} to={endedAt} />,
    },
  ];
  return (
    <div className={styles.body}>
      {runs.isError && <ErrorPanel error={runs.error} onRetry={() => void runs.refetch()} />}
      {runs.isPending && <Skeleton rows={6} />}
      {runs.data !== undefined && tasks.length === 0 && <EmptyState title={t(appMessages.noRuns)} />}
      {tasks.length > 0 && (
        <Panel label={t(appMessages.runs)}>
          <Table label={t(appMessages.runs)} columns={columns} items={tasks} itemKey={({ id }) => id} />
        </Panel>
      )}
      {runs.hasNextPage && (
        <div>
          <Button busy={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
            {t(appMessages.older)}
          </Button>
        </div>
      )}
    </div>
  );
}

import { isTerminal, type RunStatus, runStates } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import {
  Duration,
  ErrorPanel,
  NotFoundPanel,
  Page,
  PageBoundary,
  PageHead,
  runKinds,
  runSources,
  Skeleton,
  StateChip,
  Tabs,
  Tag,
  workerName,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { runMessages, runsMessages } from '../../messages/index.ts';
import { isNotFound, queryKeys, runQuery, usePlatform, usePollInterval } from '../../platform/index.ts';
import { ApprovalBanner, useQuestions } from './approval.tsx';
import { CallbackPanel, OutcomeBanner } from './outcome.tsx';
import { RunActions } from './run-actions.tsx';
import { RunProvider, useRun } from './run-context.tsx';
import styles from './run-page.module.css';
import { doneCount } from './timeline-layout.ts';

export function RunPage() {
  const { t } = useLanguage();
  const { run: path = '' } = useParams({ strict: false });
  const { client } = usePlatform();
  const refetchInterval = usePollInterval();
  const query = useQuery({ ...runQuery(client, path), refetchInterval });
  if (query.data !== undefined) {
    return (
      <RunProvider key={query.data.taskId} run={query.data}>
        <RunView path={path} />
      </RunProvider>
    );
  }
  return (
    <Page title={t(runsMessages.title)}>
      {query.isPending && <Skeleton rows={8} />}
      {isNotFound(query.error) ? (
        <NotFoundPanel title={t(runMessages.notFound({ run: path }))}>
          <p>{t(runMessages.notFoundHelp)}</p>
          <Link className="link" to="/runs">
            {t(runMessages.allRuns)}
          </Link>
        </NotFoundPanel>
      ) : (
        query.isError && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Page>
  );
}

function RunView({ path }: { readonly path: string }) {
  const { t } = useLanguage();
  const { run } = useRun();
  const title = t(runMessages.title({ number: run.number }));
  const params = { run: path };
  const questions = useQuestions();
  return (
    <Page title={`${title} · ${run.appName}`} flush>
      <div className={styles.head}>
        <PageHead title={title} beside={<RunState />} facts={<RunFacts />} actions={<RunActions />} />
        {questions.length > 0 ? <ApprovalBanner questions={questions} /> : <OutcomeBanner />}
        <CallbackPanel />
      </div>
      <Tabs
        label={t(runMessages.tabs)}
        tabs={[
          { text: t(runMessages.timeline), link: { to: '/runs/$run', params }, exact: true },
          { text: t(runMessages.canvas), link: { to: '/runs/$run/canvas', params } },
          {
            text: t(runMessages.jobs),
            count: run.jobs.length > 0 ? run.jobs.length : undefined,
            link: { to: '/runs/$run/jobs', params },
          },
          { text: t(runMessages.logs), link: { to: '/runs/$run/logs', params } },
          { text: t(runMessages.events), link: { to: '/runs/$run/events', params } },
          { text: t(runMessages.input), link: { to: '/runs/$run/input', params } },
        ]}
      />
      <PageBoundary>
        <Outlet />
      </PageBoundary>
      <Announcer run={run} />
    </Page>
  );
}

function RunState() {
  const { t } = useLanguage();
  const { run, isCancelling } = useRun();
  return (
    <>
      <StateChip state={run.status}>{isCancelling ? t(runMessages.cancelling) : undefined}</StateChip>
      {run.kind !== 'deploy' && <Tag>{t(runKinds[run.kind])}</Tag>}
    </>
  );
}

/** Short facts: which application and revision, by whom, how long it waited and works. */
function RunFacts() {
  const { t } = useLanguage();
  const {
    run,
    history: { task },
  } = useRun();
  const isOver = isTerminal(run.status);
  return (
    <div className={styles.facts}>
      <span>
        <Link className={`${styles.value} strong`} to="/apps/$app" params={{ app: run.appName }}>
          {run.appName}
        </Link>{' '}
        r{run.revision}
      </span>
      {/* Who and since when come with the first event; until then their places are kept. */}
      {(task === undefined || task.creator !== undefined) && (
        <Fact name={t(runMessages.by)}>
          {task?.creator ?? '…'}
          {task?.source !== undefined && ` (${t(runSources[task.source])})`}
        </Fact>
      )}
      <Fact name={t(run.startedAt === undefined && !isOver ? runMessages.waiting : runMessages.waited)}>
        {task === undefined ? '…' : <Duration from={task.createdAt} to={run.startedAt ?? run.endedAt} />}
      </Fact>
      {run.startedAt !== undefined && (
        <Fact name={t(isOver ? runMessages.worked : runMessages.working)}>
          <Duration from={run.startedAt} to={run.endedAt} />
        </Fact>
      )}
      {run.jobs.length > 0 && (
        <Fact name={t(runMessages.jobs)}>
          {t(runMessages.doneOf({ done: doneCount(run.jobs), all: run.jobs.length }))}
        </Fact>
      )}
      {run.waitingFor !== undefined && (
        <Fact name={t(runMessages.waitsFor)}>
          <Link className="link" to="/runs/$run" params={{ run: String(run.waitingForNumber ?? run.waitingFor) }}>
            {run.waitingForNumber === undefined
              ? t(runsMessages.run)
              : t(runMessages.title({ number: run.waitingForNumber }))}
          </Link>
        </Fact>
      )}
      {task?.retryOf !== undefined && (
        <Link className="link" to="/runs/$run" params={{ run: task.retryOf }}>
          {t(runMessages.retryOf)}
        </Link>
      )}
      {!isOver && run.startedAt !== undefined && (task === undefined || task.executor !== undefined) && (
        <Fact name={t(runMessages.worker)}>
          <span title={task?.executor}>{task?.executor === undefined ? '…' : workerName(task.executor)}</span>
        </Fact>
      )}
      <RetriedBy />
    </div>
  );
}

/** The run that continues this one, once there is one. */
function RetriedBy() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { run } = useRun();
  const { data } = useQuery({
    queryKey: [queryKeys.runs, 'of', run.appId],
    queryFn: ({ signal }) => client.listTasks(run.appId, { limit: 50 }, { signal }),
    enabled: isTerminal(run.status) && run.status !== 'completed',
  });
  const next = data?.tasks.find(({ retryOf }) => retryOf === run.taskId);
  if (next === undefined) return null;
  return (
    <Link className="link" to="/runs/$run" params={{ run: String(next.number) }}>
      {t(runMessages.retriedBy({ number: next.number }))}
    </Link>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <span>
      {name} <span className={styles.value}>{children}</span>
    </span>
  );
}

/** Progress is announced at most once in this time. */
const ANNOUNCE_MS = 5_000;

/** Progress for screen readers: politely, seldom; the failure of a run that was followed here at once, and once. */
function Announcer({ run }: { readonly run: RunStatus }) {
  const { t } = useLanguage();
  const [polite, setPolite] = useState('');
  const [assertive, setAssertive] = useState('');
  const wasRunning = useRef(!isTerminal(run.status));
  const lastAt = useRef(0);
  const ended = t(runMessages.ended({ number: run.number, state: t(runStates[run.status]) }));
  const progress = isTerminal(run.status)
    ? ended
    : t(runMessages.progress({ done: doneCount(run.jobs), all: run.jobs.length }));
  useEffect(() => {
    if (isTerminal(run.status)) {
      if (wasRunning.current && run.status !== 'completed') setAssertive(ended);
      else if (wasRunning.current) setPolite(ended);
      wasRunning.current = false;
      return;
    }
    wasRunning.current = true;
    const delay = Math.max(0, lastAt.current + ANNOUNCE_MS - Date.now());
    const timer = setTimeout(() => {
      lastAt.current = Date.now();
      setPolite(progress);
    }, delay);
    return () => clearTimeout(timer);
  }, [run.status, ended, progress]);
  return (
    <>
      <div className="visually-hidden" role="status" aria-live="polite">
        {polite}
      </div>
      <div className="visually-hidden" role="alert">
        {assertive}
      </div>
    </>
  );
}

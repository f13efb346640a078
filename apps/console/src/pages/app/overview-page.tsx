import type { ApplicationDetail, Task } from '@kubemin/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import {
  Banner,
  CopyButton,
  Duration,
  ErrorPanel,
  Moment,
  Panel,
  runKinds,
  Skeleton,
  StateChip,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { runsQuery, usePlatform, usePollInterval } from '../../platform/index.ts';
import styles from './app.module.css';
import { useApp } from './app-context.ts';
import { Attention } from './attention.tsx';
import { ComponentTable } from './component-table.tsx';
import { UpdateBanner } from './update-banner.tsx';

const SHOWN_RUNS = 5;

export function OverviewPage() {
  const { app } = useApp();
  return (
    <div className={styles.body}>
      <UpdateBanner appId={app.id} />
      <ChangedBanner />
      <Attention />
      <ComponentTable />
      <div className={styles.columns}>
        <LastRuns />
        <Facts app={app} />
      </div>
    </div>
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

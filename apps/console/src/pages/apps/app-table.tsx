import { type ApplicationSummary, type PlatformClient, runStates, type Task } from '@kubemin/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import {
  type Column,
  Duration,
  Health,
  Menu,
  MenuLink,
  Moment,
  Panel,
  StateChip,
  Table,
  Tag,
  Tile,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appsMessages } from '../../messages/index.ts';
import {
  applicationPath,
  runsQuery,
  shortReason,
  useOpenQuestions,
  usePlatform,
  usePollInterval,
} from '../../platform/index.ts';
import styles from './app-table.module.css';

interface AppTableProps {
  readonly apps: readonly ApplicationSummary[];
  /** Also those that a filter hides: names are unique among all, or not. */
  readonly all: readonly ApplicationSummary[];
}

/** One row for each application: how it is, and what its last runs did. */
export function AppTable({ apps, all }: AppTableProps) {
  const { t } = useLanguage();
  const runs = useRunsOfApplications();
  const asking = new Set(useOpenQuestions().map(({ run }) => run.number));
  const columns: readonly Column<ApplicationSummary>[] = [
    { id: 'app', head: t(appsMessages.app), cell: (app) => <Name app={app} path={applicationPath(app, all)} /> },
    {
      id: 'health',
      head: t(appsMessages.health),
      width: '21%',
      cell: (app) => <HealthOf app={app} run={runs.get(app.id)?.at(-1)} />,
    },
    ...(needsPlace(all) ? [placeColumn(t(appsMessages.place))] : []),
    {
      id: 'run',
      head: t(appsMessages.lastRun),
      width: '25%',
      cell: ({ id }) => <LastRun run={runs.get(id)?.at(-1)} asking={asking} />,
    },
    {
      id: 'history',
      head: t(appsMessages.history),
      width: '104px',
      wideOnly: true,
      cell: ({ id }) => <History runs={runs.get(id) ?? []} />,
    },
    {
      id: 'revision',
      head: t(appsMessages.revision),
      width: '88px',
      cell: ({ revision }) => <span className={`${styles.revision} secondary`}>r{revision}</span>,
    },
    {
      id: 'tools',
      head: <span className="visually-hidden">{t(appsMessages.actions)}</span>,
      width: '52px',
      wideOnly: true,
      cell: (app) => <AppMenu name={app.name} path={applicationPath(app, all)} />,
    },
  ];
  return (
    <Panel label={t(appsMessages.title)}>
      <Table label={t(appsMessages.title)} columns={columns} items={apps} itemKey={({ id }) => id} />
    </Panel>
  );
}

/** Where all applications are in one namespace and no project, the place of each is no news. */
function needsPlace(apps: readonly ApplicationSummary[]): boolean {
  return new Set(apps.map(({ namespace }) => namespace)).size > 1 || apps.some(({ project }) => project !== '');
}

function placeColumn(head: string): Column<ApplicationSummary> {
  return {
    id: 'place',
    head,
    width: '12%',
    wideOnly: true,
    cell: ({ namespace, project }) => (
      <div className="two-lines">
        <span className="cut">{namespace}</span>
        {project !== '' && <span className="small secondary cut">{project}</span>}
      </div>
    ),
  };
}

function Name({ app, path }: { readonly app: ApplicationSummary; readonly path: string }) {
  const { t } = useLanguage();
  return (
    <div className="row">
      <Tile name={app.name} />
      <div className="two-lines">
        <span className="row">
          <Link className="strong cut" to="/apps/$app" params={{ app: path }}>
            {app.name}
          </Link>
          {app.tmpEnable && <Tag>{t(appsMessages.template)}</Tag>}
        </span>
        <span className="small secondary cut" title={app.description}>
          {app.description}
        </span>
      </div>
    </div>
  );
}

/** The reason in one line, where the state alone does not show it; the page of the application has all of it. */
function HealthOf({ app, run }: { readonly app: ApplicationSummary; readonly run: Task | undefined }) {
  const { t, sent } = useLanguage();
  const { health } = app;
  const reason = sent(health, 'reason', health.reason);
  const short = shortReason(health);
  const isTrouble = health.phase === 'Degraded' || health.phase === 'Starting' || health.phase === 'Unknown';
  return (
    <div className="two-lines">
      <Health state={health.phase} />
      {isTrouble && (
        <span className={`${styles.reason} small secondary`} title={reason}>
          {short === undefined ? reason : `${short.component} ${t(short.trouble)}`}
        </span>
      )}
      {health.phase === 'Deploying' && run?.progress !== undefined && (
        <span className={`${styles.reason} small secondary`}>
          {t(appsMessages.jobsDone({ done: run.progress.done, all: run.progress.all }))}
        </span>
      )}
    </div>
  );
}

/** The runs among which those of each application are found. */
export const lastRunsQuery = (client: PlatformClient) => runsQuery(client, { limit: 200 });

/** The runs of each application among those that the first pages of the list of runs hold, the oldest first. */
function useRunsOfApplications(): ReadonlyMap<string, readonly Task[]> {
  const { client } = usePlatform();
  const refetchInterval = usePollInterval();
  const { data } = useInfiniteQuery({ ...lastRunsQuery(client), refetchInterval });
  return useMemo(() => {
    const runs = (data?.pages ?? []).flatMap(({ tasks }) => tasks);
    return Map.groupBy(runs.toReversed(), ({ appId }) => appId);
  }, [data]);
}

function LastRun({ run, asking }: { readonly run: Task | undefined; readonly asking: ReadonlySet<number> }) {
  const { t } = useLanguage();
  if (run === undefined) return <span className="hint">{t(appsMessages.noRun)}</span>;
  const { number, creator } = run;
  return (
    <div className="two-lines">
      <span className="row">
        <StateChip state={run.status} />
        {asking.has(number) && <span className="small medium link one-line">{t(appsMessages.needsApproval)}</span>}
      </span>
      <span className={`${styles.run} small secondary cut`}>
        <Link to="/runs/$run" params={{ run: String(number) }}>
          {creator === undefined ? t(appsMessages.run({ number })) : t(appsMessages.runBy({ number, user: creator }))}
        </Link>
        {' · '}
        {run.endedAt === undefined ? <Duration from={run.createdAt} /> : <Moment at={run.endedAt} />}
      </span>
    </div>
  );
}

const SHOWN_RUNS = 10;
const LOWEST = 4;
const HIGHEST = 16;

/** The last runs as bars: their height is how long they took, compared with each other, their colour how they ended. */
function History({ runs }: { readonly runs: readonly Task[] }) {
  const { t } = useLanguage();
  const last = runs.slice(-SHOWN_RUNS);
  if (last.length === 0) return null;
  const lengths = last.map(runLength);
  const longest = Math.max(1, ...lengths);
  const states = last.map(({ status }) => t(runStates[status]));
  return (
    <span
      className={styles.history}
      role="img"
      aria-label={t(appsMessages.historyOf({ count: last.length, states: [...new Set(states)] }))}
    >
      {[...new Array(SHOWN_RUNS - last.length).keys()].map((place) => (
        <span key={place} className={styles.none} />
      ))}
      {last.map((run, at) => (
        <span
          key={run.id}
          style={{
            height: LOWEST + ((HIGHEST - LOWEST) * (lengths[at] ?? 0)) / longest,
            background: `var(--state-${run.status})`,
          }}
        />
      ))}
    </span>
  );
}

/** Of one that goes on, nothing yet: it has the lowest bar. */
function runLength({ startedAt, endedAt }: Task): number {
  return startedAt === undefined || endedAt === undefined ? 0 : Date.parse(endedAt) - Date.parse(startedAt);
}

function AppMenu({ name, path }: { readonly name: string; readonly path: string }) {
  const { t } = useLanguage();
  const params = { app: path };
  return (
    <Menu small label={t(appsMessages.actionsFor({ name }))}>
      <MenuLink>
        <Link to="/apps/$app/canvas" params={params}>
          {t(appsMessages.openCanvas)}
        </Link>
      </MenuLink>
      <MenuLink>
        <Link to="/apps/$app/plan" params={params}>
          {t(appsMessages.review)}
        </Link>
      </MenuLink>
      <MenuLink>
        <Link to="/apps/$app/runs" params={params}>
          {t(appsMessages.runs)}
        </Link>
      </MenuLink>
      <MenuLink>
        <Link to="/apps/$app/logs" params={params}>
          {t(appsMessages.logs)}
        </Link>
      </MenuLink>
    </Menu>
  );
}

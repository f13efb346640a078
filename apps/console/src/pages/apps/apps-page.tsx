import type { ApplicationSummary, Task } from '@kubemin/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download, Plus, UserCheck } from 'lucide-react';
import { useMemo } from 'react';
import {
  Banner,
  Button,
  type Column,
  Count,
  Duration,
  EmptyState,
  ErrorPanel,
  Health,
  Moment,
  Page,
  PageHead,
  Panel,
  Search,
  Segments,
  Skeleton,
  StateChip,
  Table,
  Tile,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appsMessages, shellMessages } from '../../messages/index.ts';
import {
  applicationPath,
  applicationsQuery,
  runsQuery,
  useOpenQuestions,
  usePlatform,
  usePollInterval,
  useRights,
} from '../../platform/index.ts';
import { isInScope, useScope } from '../../preferences/index.ts';
import { appsSearchSchema } from './apps-search.ts';
import { Welcome } from './welcome.tsx';

type Shown = 'all' | 'attention' | 'deploying';

export function AppsPage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const refetchInterval = usePollInterval();
  const apps = useQuery({ ...applicationsQuery(client), refetchInterval });
  const newApp = useNewAppButton();
  if (apps.data?.applications.length === 0) return <Welcome />;
  return (
    <Page title={t(appsMessages.title)}>
      <PageHead
        title={t(appsMessages.title)}
        beside={apps.data !== undefined && <Count value={apps.data.applications.length} />}
        actions={newApp}
      />
      <WaitingBanner />
      {apps.isError && <ErrorPanel error={apps.error} onRetry={() => void apps.refetch()} />}
      {apps.isPending && <Skeleton rows={6} />}
      {apps.data !== undefined && <AppList apps={apps.data.applications} />}
    </Page>
  );
}

function useNewAppButton() {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const { can } = useRights();
  const reason = can('deploy') || can('deploy', '') ? undefined : t(shellMessages.scopeNeeded({ scope: 'deploy' }));
  const create = (from?: 'import'): void =>
    void navigate({ to: '/apps/new', search: from === undefined ? {} : { from } });
  return (
    <>
      <Button icon={<Download size={14} aria-hidden />} disabledReason={reason} onClick={() => create('import')}>
        {t(appsMessages.import)}
      </Button>
      <Button kind="primary" icon={<Plus size={14} aria-hidden />} disabledReason={reason} onClick={() => create()}>
        {t(appsMessages.newApp)}
      </Button>
    </>
  );
}

/** A question that waits for the user is the most prominent thing of the list. */
function WaitingBanner() {
  const { t, sent } = useLanguage();
  const navigate = useNavigate();
  const questions = useOpenQuestions();
  const [first, ...others] = questions;
  if (first === undefined) return null;
  const { run, job } = first;
  const open = (): void => {
    void (others.length > 0
      ? navigate({ to: '/runs' })
      : navigate({ to: '/runs/$run', params: { run: String(run.number) } }));
  };
  return (
    <Banner
      label={t(shellMessages.needsApproval)}
      icon={<UserCheck size={20} aria-hidden />}
      title={
        others.length > 0
          ? t(appsMessages.waitsMore({ count: questions.length }))
          : t(appsMessages.waits({ app: run.appName }))
      }
      actions={
        <Button size="small" kind="accent" onClick={open}>
          {t(appsMessages.openRun)}
        </Button>
      }
    >
      {t(appsMessages.run({ number: run.number }))} · {job.step}
      {job.approval !== undefined && ` · ${sent(job.approval, 'question', job.approval.question)}`}
    </Banner>
  );
}

const needsAttention = ({ health: { phase } }: ApplicationSummary): boolean =>
  phase === 'Degraded' || phase === 'Unknown';
const isDeploying = ({ health: { phase } }: ApplicationSummary): boolean =>
  phase === 'Deploying' || phase === 'Starting';

function AppList({ apps: all }: { readonly apps: readonly ApplicationSummary[] }) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const { text = '', show = 'all' } = appsSearchSchema.parse(useSearch({ strict: false }));
  const filters: Readonly<Record<Shown, (app: ApplicationSummary) => boolean>> = {
    all: () => true,
    attention: needsAttention,
    deploying: isDeploying,
  };
  const [scope, setScope] = useScope();
  const apps = all.filter((app) => isInScope(scope, app));
  const wanted = text.toLowerCase();
  const shown = apps.filter(
    (app) => filters[show](app) && `${app.name} ${app.alias} ${app.description}`.toLowerCase().includes(wanted),
  );
  const search = (next: { text?: string; show?: Shown }): void => {
    const both = { text, show, ...next };
    void navigate({
      to: '/apps',
      search: { ...(both.text !== '' && { text: both.text }), ...(both.show !== 'all' && { show: both.show }) },
      replace: true,
    });
  };
  const clear = (): void => {
    setScope({ project: undefined, namespace: undefined });
    search({ text: '', show: 'all' });
  };
  const option = (value: Shown, word: string) => {
    const count = apps.filter(filters[value]).length;
    return { value, text: value === 'all' || count === 0 ? word : `${word} ${count}` };
  };
  const words = {
    all: t(appsMessages.all),
    attention: t(appsMessages.attention),
    deploying: t(appsMessages.deploying),
  };
  return (
    <>
      <div className="wrap">
        <Search
          label={t(appsMessages.filter)}
          value={text}
          onChange={(event) => search({ text: event.target.value })}
        />
        <Segments
          label={t(appsMessages.show)}
          value={show}
          options={[
            option('all', words.all),
            option('attention', words.attention),
            option('deploying', words.deploying),
          ]}
          onChange={(next) => search({ show: next })}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState title={t(appsMessages.noHits)} actions={<Button onClick={clear}>{t(appsMessages.clear)}</Button>}>
          {t(
            appsMessages.activeFilters({
              filters: [text, show === 'all' ? '' : words[show], scope.project ?? '', scope.namespace ?? ''].filter(
                (each) => each !== '',
              ),
            }),
          )}
        </EmptyState>
      ) : (
        <AppTable apps={shown} all={all} />
      )}
    </>
  );
}

function AppTable({
  apps,
  all,
}: {
  readonly apps: readonly ApplicationSummary[];
  readonly all: readonly ApplicationSummary[];
}) {
  const { t, sent } = useLanguage();
  const lastRuns = useLastRuns();
  const columns: readonly Column<ApplicationSummary>[] = [
    {
      id: 'app',
      head: t(appsMessages.app),
      cell: (app) => (
        <div className="row">
          <Tile name={app.name} />
          <div className="two-lines">
            <Link className="strong cut" to="/apps/$app" params={{ app: applicationPath(app, all) }}>
              {app.name}
            </Link>
            <span className="small secondary cut">{app.description}</span>
          </div>
        </div>
      ),
    },
    {
      id: 'health',
      head: t(appsMessages.health),
      width: '22%',
      cell: ({ health }) => (
        <div className="two-lines">
          <Health state={health.phase} />
          {health.phase !== 'Healthy' && (
            <span className="small secondary break">{sent(health, 'reason', health.reason)}</span>
          )}
        </div>
      ),
    },
    {
      id: 'place',
      head: t(appsMessages.place),
      width: '14%',
      wideOnly: true,
      cell: ({ namespace, project }) => (
        <div className="two-lines">
          <span className="cut">{namespace}</span>
          {project !== '' && <span className="small secondary cut">{project}</span>}
        </div>
      ),
    },
    {
      id: 'run',
      head: t(appsMessages.lastRun),
      width: '24%',
      cell: ({ id }) => <LastRun run={lastRuns.get(id)} />,
    },
    {
      id: 'revision',
      head: t(appsMessages.revision),
      width: '8%',
      wideOnly: true,
      cell: ({ revision }) => <span className="secondary">r{revision}</span>,
    },
  ];
  return (
    <Panel label={t(appsMessages.title)}>
      <Table label={t(appsMessages.title)} columns={columns} items={apps} itemKey={({ id }) => id} />
    </Panel>
  );
}

/** The newest run of each application, among those that the first pages of the list of runs hold. */
function useLastRuns(): ReadonlyMap<string, Task> {
  const { client } = usePlatform();
  const refetchInterval = usePollInterval();
  const { data } = useInfiniteQuery({ ...runsQuery(client, { limit: 200 }), refetchInterval });
  return useMemo(() => {
    const runs = (data?.pages ?? []).flatMap(({ tasks }) => tasks);
    return new Map(runs.toReversed().map((run) => [run.appId, run]));
  }, [data]);
}

function LastRun({ run }: { readonly run: Task | undefined }) {
  const { t } = useLanguage();
  if (run === undefined) return <span className="hint">{t(appsMessages.noRun)}</span>;
  const { number, creator } = run;
  return (
    <div className="two-lines">
      <span>
        <StateChip state={run.status} />
      </span>
      <span className="small secondary">
        <Link to="/runs/$run" params={{ run: String(number) }}>
          {creator === undefined ? t(appsMessages.run({ number })) : t(appsMessages.runBy({ number, user: creator }))}
        </Link>
        {' · '}
        {run.endedAt === undefined ? <Duration from={run.createdAt} /> : <Moment at={run.endedAt} />}
      </span>
    </div>
  );
}

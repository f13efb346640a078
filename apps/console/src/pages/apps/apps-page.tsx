import type { ApplicationSummary } from '@kubemin/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download, Plus, UserCheck } from 'lucide-react';
import {
  Banner,
  Button,
  Count,
  EmptyState,
  ErrorPanel,
  Page,
  PageHead,
  Search,
  Segments,
  Skeleton,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appsMessages, shellMessages } from '../../messages/index.ts';
import {
  applicationsQuery,
  useOpenQuestions,
  usePlatform,
  usePollInterval,
  useQuestionsPending,
  useRights,
} from '../../platform/index.ts';
import { isInScope, useScope } from '../../preferences/index.ts';
import { AppTable, lastRunsQuery } from './app-table.tsx';
import { appsSearchSchema } from './apps-search.ts';
import { Welcome } from './welcome.tsx';

type Shown = 'all' | 'attention' | 'deploying';

export function AppsPage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const refetchInterval = usePollInterval();
  const apps = useQuery({ ...applicationsQuery(client), refetchInterval });
  const newApp = useNewAppButton();
  const runs = useInfiniteQuery(lastRunsQuery(client));
  const areQuestionsPending = useQuestionsPending();
  // Rows and what is above them come together, so that nothing moves.
  const isPending = apps.isPending || runs.isPending || areQuestionsPending;
  if (apps.data?.applications.length === 0) return <Welcome />;
  return (
    <Page title={t(appsMessages.title)}>
      <PageHead
        title={t(appsMessages.title)}
        beside={apps.data !== undefined && <Count value={apps.data.applications.length} />}
        actions={newApp}
      />
      {!isPending && <WaitingBanner />}
      {apps.isError && <ErrorPanel error={apps.error} onRetry={() => void apps.refetch()} />}
      {isPending && !apps.isError && <Skeleton rows={6} />}
      {apps.data !== undefined && !isPending && <AppList apps={apps.data.applications} />}
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

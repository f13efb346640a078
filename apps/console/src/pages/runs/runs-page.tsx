import { isTerminal, type RunFilter, runStates, type Task, type TaskStatus } from '@kubemin/client';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowUp } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  Button,
  type Column,
  Confirm,
  Count,
  Duration,
  EmptyState,
  ErrorPanel,
  Field,
  Input,
  Moment,
  Page,
  PageHead,
  Panel,
  runKinds,
  Search,
  Select,
  Skeleton,
  StateChip,
  StateIcon,
  Table,
  Tag,
  useToast,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { runMessages, runsMessages } from '../../messages/index.ts';
import {
  applicationPath,
  applicationsQuery,
  queryKeys,
  runsQuery,
  useOpenQuestions,
  usePlatform,
  usePollInterval,
} from '../../platform/index.ts';
import styles from './runs-page.module.css';
import { type RunsSearch, runsSearchSchema } from './runs-search.ts';

const STATES: readonly TaskStatus[] = [
  'running',
  'queued',
  'waiting',
  'failed',
  'timeout',
  'rejected',
  'cancelled',
  'completed',
];

export function RunsPage() {
  const { t } = useLanguage();
  const search = runsSearchSchema.parse(useSearch({ strict: false }));
  const { client } = usePlatform();
  const refetchInterval = usePollInterval();
  const apps = useQuery(applicationsQuery(client));
  const appId = useAppId(search.app);
  const filter: Partial<RunFilter> = {
    ...(search.status !== undefined && search.status.length > 0 && { status: search.status }),
    ...(appId !== undefined && { appId }),
    ...(search.creator !== undefined && { creator: search.creator }),
  };
  const isReady = search.app === undefined || !apps.isPending;
  const runs = useInfiniteQuery({ ...runsQuery(client, filter), refetchInterval, enabled: isReady });
  const all = useMemo(() => (runs.data?.pages ?? []).flatMap(({ tasks }) => tasks), [runs.data]);
  const hasFilter = Object.values(search).some((value) => value !== undefined);
  return (
    <Page title={t(runsMessages.title)}>
      <PageHead
        title={t(runsMessages.title)}
        beside={all.length > 0 && !runs.hasNextPage && <Count value={all.length} />}
      />
      <Filters search={search} />
      {runs.isError && <ErrorPanel error={runs.error} onRetry={() => void runs.refetch()} />}
      {runs.isPending && <Skeleton rows={8} />}
      {runs.data !== undefined && all.length === 0 && !hasFilter && (
        <EmptyState title={t(runsMessages.none)}>{t(runsMessages.noneHelp)}</EmptyState>
      )}
      {runs.data !== undefined && (all.length > 0 || hasFilter) && (
        <RunList key={JSON.stringify(filter)} runs={all} search={search} />
      )}
      {runs.hasNextPage && <LoadMore isBusy={runs.isFetchingNextPage} onMore={() => void runs.fetchNextPage()} />}
    </Page>
  );
}

/** The id of an application that is named in the address. */
function useAppId(path: string | undefined): string | undefined {
  const { client } = usePlatform();
  const { data } = useQuery(applicationsQuery(client));
  if (path === undefined) return undefined;
  return data?.applications.find(({ id, name }) => name === path || id === path)?.id ?? path;
}

function useSetSearch(search: RunsSearch): (next: Partial<RunsSearch>) => void {
  const navigate = useNavigate();
  return (next) => {
    const both = Object.entries({ ...search, ...next }).filter(
      ([, value]) => value !== undefined && value !== '' && value.length > 0,
    );
    void navigate({ to: '/runs', search: Object.fromEntries(both), replace: true });
  };
}

function Filters({ search }: { readonly search: RunsSearch }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const setSearch = useSetSearch(search);
  const { data } = useQuery(applicationsQuery(client));
  const apps = data?.applications ?? [];
  const states = search.status ?? [];
  const toggle = (state: TaskStatus): void =>
    setSearch({
      status: states.includes(state) ? states.filter((each) => each !== state) : [...states, state],
    });
  return (
    <div className="stack">
      <div className="wrap">
        <Search
          label={t(runsMessages.filter)}
          value={search.text ?? ''}
          onChange={(event) => setSearch({ text: event.target.value })}
        />
        <Select
          className={styles.choice}
          aria-label={t(runsMessages.app)}
          value={search.app ?? ''}
          onChange={(event) => setSearch({ app: event.target.value })}
        >
          <option value="">{t(runsMessages.allApps)}</option>
          {apps.map((app) => (
            <option key={app.id} value={applicationPath(app, apps)}>
              {app.name}
            </option>
          ))}
        </Select>
        <CreatorFilter
          key={search.creator}
          creator={search.creator ?? ''}
          onChange={(creator) => setSearch({ creator })}
        />
      </div>
      <fieldset className="wrap" aria-label={t(runsMessages.status)}>
        {STATES.map((state) => (
          <button
            key={state}
            type="button"
            className={[styles.facet, styles[state]].join(' ')}
            aria-pressed={states.includes(state)}
            onClick={() => toggle(state)}
          >
            <StateIcon state={state} />
            {t(runStates[state])}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

interface CreatorFilterProps {
  readonly creator: string;
  readonly onChange: (creator: string) => void;
}

/** The platform compares whole names: the filter applies when the name is complete. */
function CreatorFilter({ creator, onChange }: CreatorFilterProps) {
  const { t } = useLanguage();
  const [text, setText] = useState(creator);
  return (
    <Input
      className={styles.choice}
      aria-label={t(runsMessages.creator)}
      placeholder={t(runsMessages.creator)}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => text !== creator && onChange(text.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChange(text.trim());
      }}
    />
  );
}

function RunList({ runs, search }: { readonly runs: readonly Task[]; readonly search: RunsSearch }) {
  const { t, sent } = useLanguage();
  const setSearch = useSetSearch(search);
  const newest = Math.max(0, ...runs.map(({ number }) => number));
  // Runs that start while the list is open are offered, so that rows stay where they are.
  const [top, setTop] = useState(newest);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const wanted = (search.text ?? '').toLowerCase();
  const shown = runs.filter(
    (run) =>
      run.number <= top &&
      `${run.number} ${run.appName} ${run.creator ?? ''} ${run.error === undefined ? '' : sent(run, 'error', run.error)}`
        .toLowerCase()
        .includes(wanted),
  );
  const newCount = runs.filter(({ number }) => number > top).length;
  const chosen = shown.filter(({ id, status }) => selected.has(id) && !isTerminal(status));
  const filters = [
    ...(search.status ?? []).map((state) => t(runStates[state])),
    search.app ?? '',
    search.creator ?? '',
    search.text ?? '',
  ].filter((each) => each !== '');
  return (
    <>
      {newCount > 0 && (
        <div className={styles.newRuns}>
          <Button size="small" kind="accent" icon={<ArrowUp size={14} aria-hidden />} onClick={() => setTop(newest)}>
            {t(runsMessages.newRuns({ count: newCount }))}
          </Button>
        </div>
      )}
      {chosen.length > 0 && <Selection runs={chosen} onClear={() => setSelected(new Set())} />}
      {shown.length === 0 ? (
        <EmptyState
          title={t(runsMessages.noHits)}
          actions={
            <Button
              onClick={() => setSearch({ status: undefined, app: undefined, creator: undefined, text: undefined })}
            >
              {t(runsMessages.clear)}
            </Button>
          }
        >
          {t(runsMessages.activeFilters({ filters }))}
        </EmptyState>
      ) : (
        <RunTable runs={shown} selected={selected} onSelect={setSelected} />
      )}
    </>
  );
}

interface SelectionProps {
  readonly runs: readonly Task[];
  readonly onClear: () => void;
}

/** What can be done with several runs at once. */
function Selection({ runs, onClear }: SelectionProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const queries = useQueryClient();
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const cancel = async (): Promise<void> => {
    const text = reason.trim();
    const results = await Promise.allSettled(
      runs.map(({ appId, id }) => client.cancelWorkflow(appId, { taskId: id, ...(text !== '' && { reason: text }) })),
    );
    void queries.invalidateQueries({ queryKey: [queryKeys.runs] });
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    toast({ text: t(runsMessages.cancelledRuns({ count: runs.length })) });
    onClear();
  };
  return (
    <div className="wrap" role="status">
      <span className="medium">{t(runsMessages.selected({ count: runs.length }))}</span>
      <Button size="small" onClick={() => setOpen(true)}>
        {t(runsMessages.cancelSelected)}
      </Button>
      <Button size="small" kind="ghost" onClick={onClear}>
        {t(runsMessages.clearSelection)}
      </Button>
      <Confirm
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t(runsMessages.cancelTitle({ count: runs.length }))}
        action={t(runsMessages.cancelRuns)}
        danger
        onConfirm={cancel}
      >
        <p className="secondary">{t(runMessages.keepHelp)}</p>
        <Field label={t(runMessages.reason)}>
          <Input value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </Confirm>
    </div>
  );
}

interface RunTableProps {
  readonly runs: readonly Task[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

function RunTable({ runs, selected, onSelect }: RunTableProps) {
  const { t, sent } = useLanguage();
  const questions = useOpenQuestions();
  const asking = new Set(questions.map(({ run }) => run.number));
  const toggle = (id: string): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  const columns: readonly Column<Task>[] = [
    {
      id: 'run',
      head: t(runsMessages.run),
      cell: (run) => (
        <div className="row">
          <input
            type="checkbox"
            className={styles.check}
            aria-label={t(runsMessages.select({ number: run.number }))}
            checked={selected.has(run.id) && !isTerminal(run.status)}
            disabled={isTerminal(run.status)}
            onChange={() => toggle(run.id)}
          />
          <div className="two-lines">
            <Link className="strong" to="/runs/$run" params={{ run: String(run.number) }}>
              {t(runMessages.title({ number: run.number }))}
            </Link>
            <span className="small secondary">{t(runKinds[run.kind])}</span>
          </div>
        </div>
      ),
    },
    {
      id: 'state',
      head: t(runsMessages.status),
      width: '30%',
      cell: (run) => (
        <div className="two-lines">
          <span className="wrap">
            <StateChip state={run.status} />
            {asking.has(run.number) && <Tag kind="accent">{t(runsMessages.needsApproval)}</Tag>}
          </span>
          {run.error !== undefined && (
            <span className={`${styles.reason} small secondary cut`} title={sent(run, 'error', run.error)}>
              {sent(run, 'error', run.error)}
            </span>
          )}
        </div>
      ),
    },
    {
      id: 'app',
      head: t(runsMessages.app),
      cell: ({ appName, revision }) => (
        <span>
          <Link className="medium" to="/apps/$app" params={{ app: appName }}>
            {appName}
          </Link>{' '}
          <span className="secondary">r{revision}</span>
        </span>
      ),
    },
    {
      id: 'creator',
      head: t(runsMessages.creator),
      wideOnly: true,
      cell: ({ creator }) => <span className="secondary">{creator}</span>,
    },
    {
      id: 'waited',
      head: t(runsMessages.waited),
      numeric: true,
      wideOnly: true,
      cell: ({ createdAt, startedAt, endedAt }) => <Duration from={createdAt} to={startedAt ?? endedAt} />,
    },
    {
      id: 'duration',
      head: t(runsMessages.duration),
      numeric: true,
      wideOnly: true,
      cell: ({ startedAt, endedAt }) => startedAt !== undefined && <Duration from={startedAt} to={endedAt} />,
    },
    {
      id: 'started',
      head: t(runsMessages.started),
      numeric: true,
      cell: ({ createdAt }) => (
        <span className="secondary">
          <Moment at={createdAt} />
        </span>
      ),
    },
  ];
  return (
    <Panel label={t(runsMessages.title)}>
      <Table label={t(runsMessages.title)} columns={columns} items={runs} itemKey={({ id }) => id} />
    </Panel>
  );
}

interface LoadMoreProps {
  readonly isBusy: boolean;
  readonly onMore: () => void;
}

/** Loads the next page when it comes into view, or is pressed. */
function LoadMore({ isBusy, onMore }: LoadMoreProps) {
  const { t } = useLanguage();
  const end = useRef<HTMLDivElement>(null);
  const load = useRef(onMore);
  load.current = onMore;
  useEffect(() => {
    const element = end.current;
    if (element === null || isBusy) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) load.current();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isBusy]);
  return (
    <div ref={end} className={styles.more}>
      <Button busy={isBusy} onClick={onMore}>
        {t(runsMessages.more)}
      </Button>
    </div>
  );
}

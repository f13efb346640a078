import type { RunFilter } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import {
  Button,
  CommandMenu,
  Count,
  cliCommand,
  EmptyState,
  ErrorPanel,
  Page,
  PageHead,
  Skeleton,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { runsMessages } from '../../messages/index.ts';
import { applicationsQuery, usePlatform, useQuestionsPending } from '../../platform/index.ts';
import { RunFilters } from './run-filters.tsx';
import { RunList } from './run-list.tsx';
import styles from './runs-page.module.css';
import { type RunsSearch, runsSearchSchema } from './runs-search.ts';
import { useRunList } from './use-run-list.ts';

export function RunsPage() {
  const search = runsSearchSchema.parse(useSearch({ strict: false }));
  const { client } = usePlatform();
  const apps = useQuery(applicationsQuery(client));
  const appId = useAppId(search.app);
  const filter: Partial<RunFilter> = {
    ...(search.status !== undefined && search.status.length > 0 && { status: search.status }),
    ...(appId !== undefined && { appId }),
    ...(search.creator !== undefined && { creator: search.creator }),
    ...(search.source !== undefined && { source: [search.source] }),
  };
  const isReady = search.app === undefined || !apps.isPending;
  return <Runs key={JSON.stringify(filter)} filter={filter} isReady={isReady} search={search} />;
}

interface RunsProps {
  readonly filter: Partial<RunFilter>;
  readonly isReady: boolean;
  readonly search: RunsSearch;
}

function Runs({ filter, isReady, search }: RunsProps) {
  const { t } = useLanguage();
  const { pages, runs, newCount, showNew } = useRunList(filter, isReady);
  const areQuestionsPending = useQuestionsPending();
  // Rows are shown with what waits for a decision, so that none grows.
  const isReadyToShow = pages.data !== undefined && !areQuestionsPending;
  const hasFilter = Object.values(search).some((value) => value !== undefined);
  return (
    <Page title={t(runsMessages.title)}>
      <PageHead
        title={t(runsMessages.title)}
        beside={runs.length > 0 && !pages.hasNextPage && <Count value={runs.length} />}
        actions={<CommandMenu commands={[listCommand(search), cliCommand('queue')]} />}
      />
      <RunFilters search={search} />
      {pages.isError && <ErrorPanel error={pages.error} onRetry={() => void pages.refetch()} />}
      {!isReadyToShow && !pages.isError && <Skeleton rows={8} />}
      {isReadyToShow && runs.length === 0 && newCount === 0 && !hasFilter && (
        <EmptyState title={t(runsMessages.none)}>{t(runsMessages.noneHelp)}</EmptyState>
      )}
      {isReadyToShow && (runs.length > 0 || newCount > 0 || hasFilter) && (
        <RunList runs={runs} newCount={newCount} onShowNew={showNew} search={search} />
      )}
      {isReadyToShow && pages.hasNextPage && (
        <LoadMore
          isBusy={pages.isFetchingNextPage}
          hasFailed={pages.isFetchNextPageError}
          onMore={() => void pages.fetchNextPage()}
        />
      )}
    </Page>
  );
}

/** The same list in a terminal. */
function listCommand({ app, status = [], creator, source }: RunsSearch): string {
  return cliCommand(
    'run',
    'ls',
    ...(app === undefined ? [] : [app]),
    ...(status.length === 0 ? [] : ['--status', ...status]),
    ...(creator === undefined ? [] : ['--by', creator]),
    ...(source === undefined ? [] : ['--source', source]),
  );
}

/** The id of an application that is named in the address. */
function useAppId(path: string | undefined): string | undefined {
  const { client } = usePlatform();
  const { data } = useQuery(applicationsQuery(client));
  if (path === undefined) return undefined;
  return data?.applications.find(({ id, name }) => name === path || id === path)?.id ?? path;
}

interface LoadMoreProps {
  readonly isBusy: boolean;
  /** Whether the last attempt failed: another one has to be asked for. */
  readonly hasFailed: boolean;
  readonly onMore: () => void;
}

/** Loads the next page when it comes into view, or is pressed. */
function LoadMore({ isBusy, hasFailed, onMore }: LoadMoreProps) {
  const { t } = useLanguage();
  const end = useRef<HTMLDivElement>(null);
  const load = useRef(onMore);
  load.current = onMore;
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    const element = end.current;
    if (element === null) return;
    // What was reported last counts: a busy page gets several changes at once.
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting === true));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (isInView && !isBusy && !hasFailed) load.current();
  }, [isInView, isBusy, hasFailed]);
  return (
    <div ref={end} className={styles.more}>
      <Button busy={isBusy} onClick={onMore}>
        {t(runsMessages.more)}
      </Button>
    </div>
  );
}

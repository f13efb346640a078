import { isTerminal, type PlatformClient, type RunFilter, type TaskList } from '@kubemin/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { activeRunsQuery, queryKeys, usePlatform, usePollInterval } from '../../platform/index.ts';
import { firstTop, hasGap, mergeRuns } from './merge-runs.ts';

const PAGE = 100;
const NEWEST = 50;
const LONG_QUEUE_MS = 10_000;

/**
 * The runs of a filter, page by page. Pages are read once: events refresh only the newest runs and those that have not ended,
 * and their rows are replaced in place. Runs that start meanwhile are counted until `showNew`.
 */
export function useRunList(filter: Partial<RunFilter>, isReady: boolean) {
  const { client } = usePlatform();
  const refetchInterval = usePollInterval();
  const active = useQuery({ ...activeRunsQuery(client), refetchInterval });
  // More runs are under way than are followed: what is shown of the others is read again now and then.
  const isLongQueue = active.data?.next !== undefined;
  const pages = useInfiniteQuery({
    queryKey: [RUN_PAGES, filter],
    queryFn: ({ signal, pageParam }): Promise<TaskList> => readPage(client, filter, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    enabled: isReady,
    staleTime: Number.POSITIVE_INFINITY,
    // Opened again, the list begins with its newest runs.
    gcTime: 0,
    // Pages are read once: comparing thousands of runs with themselves for each further page would take long.
    structuralSharing: false,
    refetchInterval: isLongQueue ? LONG_QUEUE_MS : false,
  });
  const newest = useQuery({
    queryKey: [queryKeys.runs, 'newest', filter],
    queryFn: ({ signal }) => client.listRuns({ ...filter, limit: NEWEST }, { signal }),
    refetchInterval,
    enabled: isReady,
  });
  const known = useMemo(() => pages.data?.pages.flatMap(({ tasks }) => tasks) ?? [], [pages.data]);
  const [shownUpTo, setShownUpTo] = useState<number>();
  const first = firstTop(pages.data?.pages[0]?.tasks);
  useEffect(() => {
    if (first !== undefined && Number.isFinite(first)) setShownUpTo((now) => now ?? first);
  }, [first]);
  const top = shownUpTo ?? first ?? 0;
  const fresh = useMemo(
    () => new Map([...(active.data?.tasks ?? []), ...(newest.data?.tasks ?? [])].map((task) => [task.id, task])),
    [active.data, newest.data],
  );
  const runs = useMemo(() => mergeRuns(known, newest.data?.tasks ?? [], fresh, top), [known, newest.data, fresh, top]);
  const hasLostTrack =
    !isLongQueue && active.data !== undefined && runs.some(({ id, status }) => !isTerminal(status) && !fresh.has(id));
  const { refetch } = pages;
  useEffect(() => {
    // It ended, and is older than the newest.
    if (hasLostTrack) void refetch();
  }, [hasLostTrack, refetch]);
  const isBehind = pages.data !== undefined && newest.data !== undefined && hasGap(known, newest.data.tasks, NEWEST);
  const { dataUpdatedAt } = newest;
  useEffect(() => {
    // More runs started than the newest ones are read; after a failure, the next ones ask again.
    if (isBehind && dataUpdatedAt > 0) void refetch();
  }, [isBehind, dataUpdatedAt, refetch]);
  const newCount = (newest.data?.tasks ?? []).filter(({ number }) => number > top && known.length > 0).length;
  return {
    pages,
    runs,
    newCount,
    showNew: () => setShownUpTo(Math.max(top, ...(newest.data?.tasks ?? []).map(({ number }) => number))),
  };
}

const RUN_PAGES = 'runPages';

function readPage(
  client: PlatformClient,
  filter: Partial<RunFilter>,
  next: string | undefined,
  signal: AbortSignal,
): Promise<TaskList> {
  return client.listRuns({ ...filter, limit: PAGE, ...(next !== undefined && { continue: next }) }, { signal });
}

import type { Job, LiveEvent, RunStatus } from '@kubemin/client';
import { onlineManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { usePlatform } from './platform-context.tsx';
import { queryKeys } from './queries.ts';

/** How current the console is. `polling`: the stream could not be opened several times, so queries are repeated. */
export type LiveState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'reconnecting'; readonly retryAt: number }
  | { readonly kind: 'polling' }
  | { readonly kind: 'offline' };

type LiveListener = (event: LiveEvent) => void;

interface Live {
  readonly state: LiveState;
  /** Calls back for each event of the stream of this tab; returns how to stop. */
  readonly listen: (listener: LiveListener) => () => void;
}

const LiveContext = createContext<Live>({ state: { kind: 'connecting' }, listen: () => () => undefined });

const POLL_MS = 5_000;
const FAILURES_UNTIL_POLLING = 3;
const RETRY_MS = 2_000;

/**
 * Follows the events of all runs and applications over one connection for the whole tab, and updates cached queries by
 * them. While there is no connection, queries that use `usePollInterval` are repeated.
 */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const { client } = usePlatform();
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>({ kind: 'connecting' });
  const listeners = useRef(new Set<LiveListener>());
  useEffect(() => {
    const stopped = new AbortController();
    const changes = new ChangeBatch(queries);
    let failures = 0;
    /** The id of the last event, which the next connection continues after. */
    let last: string | undefined;
    // A browser without a network may still reach a platform on its own machine: a failed connection decides.
    onlineManager.setEventListener(() => undefined);
    const failed = (delayMs: number): void => {
      failures += 1;
      const isOffline = !navigator.onLine;
      onlineManager.setOnline(!isOffline);
      if (isOffline) setState({ kind: 'offline' });
      else if (failures >= FAILURES_UNTIL_POLLING) setState({ kind: 'polling' });
      else setState({ kind: 'reconnecting', retryAt: Date.now() + delayMs });
    };
    const follow = async (signal: AbortSignal): Promise<void> => {
      const stream = client.followEvents({
        topics: [{ kind: 'runs' }, { kind: 'applications' }],
        signal,
        ...(last !== undefined && { after: last }),
        onReconnect: (_, delayMs) => failed(delayMs),
        onConnect: () => {
          failures = 0;
          onlineManager.setOnline(true);
          setState({ kind: 'live' });
        },
      });
      for await (const { id, event } of stream) {
        last = id;
        changes.add(event);
        for (const listener of listeners.current) listener(event);
      }
    };
    const followAlways = async (): Promise<void> => {
      while (!stopped.signal.aborted) {
        await whenVisible(stopped.signal);
        const period = connectionPeriod(stopped.signal);
        try {
          await follow(period.signal);
        } catch {
          // Queries report the same failure with its reason; 401 ends the session there.
          failed(RETRY_MS);
          await waitFor(RETRY_MS, period.signal);
        } finally {
          period.stop();
        }
      }
    };
    void followAlways();
    return () => {
      stopped.abort();
      onlineManager.setOnline(true);
    };
  }, [client, queries]);
  const listen = useCallback((listener: LiveListener) => {
    listeners.current.add(listener);
    return () => void listeners.current.delete(listener);
  }, []);
  const live = useMemo((): Live => ({ state, listen }), [state, listen]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** A page that is hidden for longer leaves its connection to other tabs: browsers open six per host. */
const HIDDEN_MS = 30_000;

/**
 * Aborts when the browser gains or loses its network, since a connection that was open before may be dead and waiting is
 * over, and when the page has been hidden for a while.
 */
function connectionPeriod(stopped: AbortSignal): { readonly signal: AbortSignal; readonly stop: () => void } {
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    over.abort();
  };
  const onVisibility = (): void => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(stop, HIDDEN_MS);
  };
  for (const name of ['online', 'offline']) window.addEventListener(name, stop, { signal: over.signal });
  document.addEventListener('visibilitychange', onVisibility, { signal: over.signal });
  onVisibility();
  return { signal: AbortSignal.any([stopped, over.signal]), stop };
}

/** Resolves when the page is visible, or the signal aborts. */
async function whenVisible(signal: AbortSignal): Promise<void> {
  const listening = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = (): void => {
    if (signal.aborted || document.visibilityState === 'visible') resolve();
  };
  signal.addEventListener('abort', look, { signal: listening.signal });
  document.addEventListener('visibilitychange', look, { signal: listening.signal });
  look();
  await promise;
  listening.abort();
}

/** Resolves after a time, or earlier when the signal aborts. */
function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}

export function useLiveState(): LiveState {
  return useContext(LiveContext).state;
}

/** The events of the one stream of this tab. The function stays the same. */
export function useLiveEvents(): Live['listen'] {
  return useContext(LiveContext).listen;
}

/** For `refetchInterval`: how often a query is repeated while no events arrive. */
export function usePollInterval(): number | false {
  const { kind } = useLiveState();
  return kind === 'polling' ? POLL_MS : false;
}

/** Events come in bursts: caches are invalidated at most once in this time. */
const BATCH_MS = 250;
const FIGURES_MS = 2_000;

/** Applies events to cached queries: snapshots at once, everything else by invalidation, in batches. */
class ChangeBatch {
  readonly #queries: QueryClient;
  readonly #stale = new Map<string, readonly string[]>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #figuresTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  add(event: LiveEvent): void {
    switch (event.kind) {
      case 'reset':
        void this.#queries.invalidateQueries();
        return;
      case 'job':
        this.#putJob(event.job, [event.taskId, String(event.number)]);
        return;
      case 'task':
        this.#invalidate(queryKeys.runs);
        this.#invalidate(queryKeys.run, event.taskId);
        this.#invalidate(queryKeys.run, String(event.number));
        this.#invalidate(queryKeys.applications);
        this.#invalidate(queryKeys.application, event.task.appId);
        this.#invalidate(queryKeys.revisions, event.task.appId);
        this.#invalidateFigures();
        return;
      case 'component':
      case 'application':
        this.#invalidate(queryKeys.applications);
        this.#invalidate(queryKeys.application, event.appId);
        this.#invalidate(queryKeys.pods, event.appId);
        if (event.kind === 'application') this.#invalidate(queryKeys.revisions, event.appId);
        return;
      case 'callback':
        this.#invalidate(queryKeys.run);
    }
  }

  /** The event has the whole job; a job that the cached run does not have means that the plan has grown. */
  #putJob(job: Job, runs: readonly string[]): void {
    for (const run of runs) {
      this.#queries.setQueryData<RunStatus>([queryKeys.run, run], (status) =>
        status === undefined
          ? undefined
          : { ...status, jobs: status.jobs.map((each) => (each.id === job.id ? job : each)) },
      );
      this.#invalidate(queryKeys.run, run);
    }
    // A question, or its decision: lists show that a run waits for it.
    if (job.approval !== undefined) this.#invalidate(queryKeys.runs);
  }

  /** Figures are computed from many runs, so that they are not computed again for every batch. */
  #invalidateFigures(): void {
    this.#figuresTimer ??= setTimeout(() => {
      this.#figuresTimer = undefined;
      for (const figures of ['queue', 'summary']) {
        void this.#queries.invalidateQueries({ queryKey: [queryKeys.metrics, figures] });
      }
    }, FIGURES_MS);
  }

  #invalidate(...key: readonly string[]): void {
    this.#stale.set(key.join('/'), key);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const keys = [...this.#stale.values()];
      this.#stale.clear();
      for (const queryKey of keys) void this.#queries.invalidateQueries({ queryKey });
    }, BATCH_MS);
  }
}

import { isTerminal, type Job, type RunEvent, type RunStatus } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { applicationQuery, useLiveEvents, usePlatform, usePollInterval } from '../../platform/index.ts';
import { RunEvents } from './run-events.ts';
import { EMPTY_HISTORY, type RunHistory, readHistory } from './run-history.ts';
import { type RunSearch, runSearchSchema } from './run-search.ts';

interface RunContent {
  readonly run: RunStatus;
  readonly history: RunHistory;
  /** Why there is no history. */
  readonly historyError: unknown;
  /** The project of its application; undefined while it is not known, or when the application is gone. */
  readonly project: string | undefined;
  /** Whether this tab has asked to cancel the run, which ends after the writes in progress. */
  readonly isCancelling: boolean;
  readonly setCancelling: (isCancelling: boolean) => void;
}

const RunContext = createContext<RunContent | undefined>(undefined);

interface RunProviderProps {
  readonly run: RunStatus;
  readonly children: ReactNode;
}

/** What all views of one run share: its state, and what its events add to it. */
export function RunProvider({ run: fetched, children }: RunProviderProps) {
  const { client } = usePlatform();
  const { history, error } = useRunHistory(fetched.taskId);
  const { data: app } = useQuery(applicationQuery(client, fetched.appId));
  const project = app?.project;
  const [hasAsked, setCancelling] = useState(false);
  const run = useMemo(() => withNewestJobs(fetched, history), [fetched, history]);
  const isCancelling = hasAsked && !isTerminal(run.status);
  const content = useMemo(
    () => ({ run, history, historyError: error, project, isCancelling, setCancelling }),
    [run, history, error, project, isCancelling],
  );
  return <RunContext value={content}>{children}</RunContext>;
}

/** A response may be older than the events that came while it was on its way: with them no job goes back to an earlier state. */
function withNewestJobs(run: RunStatus, { events }: RunHistory): RunStatus {
  if (isTerminal(run.status)) return run;
  const newest = new Map(events.flatMap((event) => (event.kind === 'job' ? [[event.job.id, event.job]] : [])));
  return { ...run, jobs: run.jobs.map((job) => newest.get(job.id) ?? job) };
}

export function useRun(): RunContent {
  const content = useContext(RunContext);
  if (content === undefined) throw new Error('useRun needs a RunProvider above');
  return content;
}

/** Events come in bursts: what is shown is computed again at most once in this time. */
const BATCH_MS = 200;

/** Follows the events of a run from its first: those that are stored, then the stream of the tab. */
function useRunHistory(taskId: string): { readonly history: RunHistory; readonly error: unknown } {
  const { client } = usePlatform();
  const listen = useLiveEvents();
  const pollInterval = usePollInterval();
  const [history, setHistory] = useState<RunHistory>(EMPTY_HISTORY);
  const [error, setError] = useState<unknown>();
  const [read, setRead] = useState<() => void>();
  useEffect(() => {
    const stopped = new AbortController();
    const { signal } = stopped;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown: readonly RunEvent[] = [];
    let publishedAt = 0;
    const publish = (): void => {
      timer = undefined;
      publishedAt = Date.now();
      setHistory(readHistory([...shown]));
      setError(undefined);
    };
    const events = new RunEvents(
      taskId,
      (after) => client.followRun(taskId, { stored: true, signal, ...(after !== undefined && { after }) }),
      (all) => {
        shown = all;
        timer ??= setTimeout(publish, Math.max(0, publishedAt + BATCH_MS - Date.now()));
      },
    );
    // What is known stays, and is read on with the next event.
    const failed = (thrown: unknown): void => {
      if (!signal.aborted && shown.length === 0) setError(thrown);
    };
    const catchUp = (): void => void events.catchUp().catch(failed);
    setHistory(EMPTY_HISTORY);
    setError(undefined);
    setRead(() => catchUp);
    const stopListening = listen((event) => void events.add(event).catch(failed));
    catchUp();
    return () => {
      stopped.abort();
      stopListening();
      clearTimeout(timer);
    };
  }, [client, listen, taskId]);
  useEffect(() => {
    if (pollInterval === false || read === undefined) return;
    const timer = setInterval(read, pollInterval);
    return () => clearInterval(timer);
  }, [pollInterval, read]);
  return { history, error };
}

/** What of the run is looked at, and how to look at something else. */
export function useRunSearch(): {
  readonly search: RunSearch;
  readonly setSearch: (next: Partial<RunSearch>) => void;
} {
  const search = runSearchSchema.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  return {
    search,
    setSearch: (next) => {
      const both = Object.entries({ ...search, ...next }).filter(([, value]) => value !== undefined);
      void navigate({ to: '.', search: Object.fromEntries(both), replace: true });
    },
  };
}

/** What people call a job: its object, or what its step does. */
export function jobName({ objectKind, objectName, component, step, type }: Job): string {
  if (objectKind === '' && component !== '') return `${component} ${type}`;
  if (objectKind === '') return objectName === '' ? step : objectName;
  return component === '' ? `${objectKind} ${objectName}` : `${component} ${objectKind}`;
}

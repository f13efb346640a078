import type { Job, RunEvent, RunStatus } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { applicationQuery, usePlatform } from '../../platform/index.ts';
import { EMPTY_HISTORY, type RunHistory, readHistory } from './run-history.ts';
import { type RunSearch, runSearchSchema } from './run-search.ts';

interface RunContent {
  readonly run: RunStatus;
  readonly history: RunHistory;
  /** Why there is no history. */
  readonly historyError: unknown;
  /** The project of its application; undefined while it is not known, or when the application is gone. */
  readonly project: string | undefined;
}

const RunContext = createContext<RunContent | undefined>(undefined);

interface RunProviderProps {
  readonly run: RunStatus;
  readonly children: ReactNode;
}

/** What all views of one run share: its state, and what its events add to it. */
export function RunProvider({ run, children }: RunProviderProps) {
  const { client } = usePlatform();
  const { history, error } = useRunHistory(run.taskId);
  const { data: app } = useQuery(applicationQuery(client, run.appId));
  const project = app?.project;
  const content = useMemo(() => ({ run, history, historyError: error, project }), [run, history, error, project]);
  return <RunContext value={content}>{children}</RunContext>;
}

export function useRun(): RunContent {
  const content = useContext(RunContext);
  if (content === undefined) throw new Error('useRun needs a RunProvider above');
  return content;
}

/** Events come in bursts: what is shown is computed again at most once in this time. */
const BATCH_MS = 200;

/** Follows the events of a run from its first. */
function useRunHistory(taskId: string): { readonly history: RunHistory; readonly error: unknown } {
  const { client } = usePlatform();
  const [history, setHistory] = useState<RunHistory>(EMPTY_HISTORY);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    const stopped = new AbortController();
    const events: RunEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const publish = (): void => {
      timer = undefined;
      setHistory(readHistory(events));
    };
    const follow = async (): Promise<void> => {
      for await (const event of client.followRun(taskId, { signal: stopped.signal })) {
        events.push(event);
        timer ??= setTimeout(publish, BATCH_MS);
      }
    };
    setHistory(EMPTY_HISTORY);
    setError(undefined);
    follow().catch((thrown: unknown) => {
      if (!stopped.signal.aborted) setError(thrown);
    });
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
  }, [client, taskId]);
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

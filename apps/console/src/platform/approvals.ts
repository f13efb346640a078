import type { Job, RunStatus } from '@kubemin/client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { usePollInterval } from './live.tsx';
import { usePlatform } from './platform-context.tsx';
import { activeRunsQuery, runQuery } from './queries.ts';

/** A question of a run that has no decision yet. */
export interface OpenQuestion {
  readonly run: RunStatus;
  readonly job: Job;
}

/** The jobs of a run that wait for a decision. */
export function openQuestions(run: RunStatus): readonly OpenQuestion[] {
  return run.jobs
    .filter(({ status, approval }) => status === 'running' && approval !== undefined && approval.verdict === undefined)
    .map((job) => ({ run, job }));
}

/** Most runs that are looked at: each costs a request, which live events keep current. */
const MOST_RUNS = 25;

/** All questions that runs ask now, of those the user may see. */
export function useOpenQuestions(): readonly OpenQuestion[] {
  const { client } = usePlatform();
  const refetchInterval = usePollInterval();
  const { data } = useQuery({ ...activeRunsQuery(client), refetchInterval });
  const running = (data?.tasks ?? []).filter(({ status }) => status === 'running').slice(0, MOST_RUNS);
  return useQueries({
    queries: running.map(({ number }) => ({ ...runQuery(client, String(number)), refetchInterval })),
    combine: (results) => results.flatMap(({ data: run }) => (run === undefined ? [] : openQuestions(run))),
  });
}

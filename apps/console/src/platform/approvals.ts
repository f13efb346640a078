import type { Job, RunStatus } from '@kubemin/client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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

/** Whether questions are looked up for the first time: what is above a list is known before the list is shown. */
export function useQuestionsPending(): boolean {
  const { client } = usePlatform();
  const active = useQuery(activeRunsQuery(client));
  const running = (active.data?.tasks ?? []).filter(({ status }) => status === 'running').slice(0, MOST_RUNS);
  const arePending = useQueries({
    queries: running.map(({ number }) => runQuery(client, String(number))),
    combine: (results) => results.some(({ isPending }) => isPending),
  });
  const isPending = active.isPending || arePending;
  const [isKnown, setKnown] = useState(false);
  // Of runs that start later the list shows at once what there is.
  if (!isPending && !isKnown) setKnown(true);
  return isPending && !isKnown;
}

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

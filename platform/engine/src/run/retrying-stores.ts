import { backoffDelay, type Clock, type Logger, type Random, RetryableError } from '@kubemin/base';
import type { DeliveryClusters } from '../clusters/delivery-clusters.ts';
import type { ClaimStore } from '../store/claim-store.ts';
import type { JobStore } from '../store/job-store.ts';
import type { TaskStore } from '../store/task-store.ts';
import { retrying } from './retrying.ts';

/** What runs read, store and look up. */
export interface RunStores {
  readonly tasks: Pick<
    TaskStore,
    'task' | 'before' | 'drawUp' | 'launch' | 'begin' | 'extend' | 'finish' | 'holds' | 'lastCompleted' | 'everBegan'
  >;
  readonly jobs: Pick<JobStore, 'list' | 'job' | 'start' | 'retry' | 'end' | 'skip' | 'report' | 'ask' | 'decide'>;
  readonly clusters: Pick<DeliveryClusters, 'named'>;
  readonly claims: Pick<ClaimStore, 'take' | 'look'>;
}

interface RetryingStoresOptions extends RunStores {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

const PAUSES = { minMs: 50, maxMs: 1_000 };

/**
 * The same stores, but outlasting a database that is away: they try again until it answers, or until `signal` aborts
 * because others may have the task by then. That the database was away is no fault of the job that needed it.
 *
 * A change that had been stored although its answer was lost is refused when tried again, like one of somebody who lost
 * the task: the run is interrupted, and taken up again from what is stored.
 */
export function retryingStores(patience: RetryingStoresOptions, signal: AbortSignal): RunStores {
  const { tasks, jobs, clusters, claims, clock, random, logger } = patience;
  const pause = (error: unknown, retry: number): number | undefined =>
    error instanceof RetryableError ? backoffDelay(PAUSES, retry, random) : undefined;
  const onRetry = (error: unknown): void => logger.warn('the database does not answer; trying again', { error });
  const outlast = <T>(work: () => Promise<T>): Promise<T> => retrying({ clock, signal, pause, onRetry }, work);
  return {
    tasks: {
      task: (...args) => outlast(() => tasks.task(...args)),
      before: (...args) => outlast(() => tasks.before(...args)),
      drawUp: (...args) => tasks.drawUp(...args),
      launch: (...args) => outlast(() => tasks.launch(...args)),
      begin: (...args) => outlast(() => tasks.begin(...args)),
      extend: (...args) => outlast(() => tasks.extend(...args)),
      finish: (...args) => outlast(() => tasks.finish(...args)),
      holds: (...args) => outlast(() => tasks.holds(...args)),
      lastCompleted: (...args) => outlast(() => tasks.lastCompleted(...args)),
      everBegan: (...args) => outlast(() => tasks.everBegan(...args)),
    },
    jobs: {
      list: (...args) => outlast(() => jobs.list(...args)),
      job: (...args) => outlast(() => jobs.job(...args)),
      start: (...args) => outlast(() => jobs.start(...args)),
      retry: (...args) => outlast(() => jobs.retry(...args)),
      end: (...args) => outlast(() => jobs.end(...args)),
      skip: (...args) => outlast(() => jobs.skip(...args)),
      report: (...args) => outlast(() => jobs.report(...args)),
      ask: (...args) => outlast(() => jobs.ask(...args)),
      decide: (...args) => outlast(() => jobs.decide(...args)),
    },
    claims: {
      take: (...args) => outlast(() => claims.take(...args)),
      look: (...args) => outlast(() => claims.look(...args)),
    },
    // Which clusters there are stands in the database too; whether one answers is found out by the jobs.
    clusters: { named: (...args) => outlast(() => clusters.named(...args)) },
  };
}

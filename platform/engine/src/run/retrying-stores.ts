import { backoffDelay, type Clock, type Logger, type Random, RetryableError } from '@kubemin/base';
import type { DeliveryClusters } from '../clusters/delivery-clusters.ts';
import type { ClaimStore } from '../store/claim-store.ts';
import type { JobStore } from '../store/job-store.ts';
import type { TaskStore } from '../store/task-store.ts';
import { retryWithPauses } from './retry-with-pauses.ts';

/** What runs read, store and look up. */
export interface RunStores {
  readonly tasks: Pick<
    TaskStore,
    | 'task'
    | 'previousTask'
    | 'newJobRows'
    | 'launch'
    | 'begin'
    | 'extend'
    | 'finish'
    | 'holds'
    | 'lastCompleted'
    | 'hasEverBegun'
  >;
  readonly jobs: Pick<JobStore, 'list' | 'job' | 'start' | 'retry' | 'end' | 'skip' | 'report' | 'ask' | 'decide'>;
  readonly clusters: Pick<DeliveryClusters, 'get'>;
  readonly claims: Pick<ClaimStore, 'take' | 'check'>;
}

interface RetryingStoresOptions extends RunStores {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

const PAUSES = { minMs: 50, maxMs: 1_000 };

/**
 * The same stores, but calls are retried while the database is unavailable, until `signal` aborts because another
 * executor may hold the task by then. An unavailable database does not fail the job that needed it.
 *
 * A change that had been stored although its response was lost is refused on retry, as if the task had been taken
 * over: the run is interrupted, and resumed from what is stored.
 */
export function retryingStores(patience: RetryingStoresOptions, signal: AbortSignal): RunStores {
  const { tasks, jobs, clusters, claims, clock, random, logger } = patience;
  const pause = (error: unknown, retry: number): number | undefined =>
    error instanceof RetryableError ? backoffDelay(PAUSES, retry, random) : undefined;
  const onRetry = (error: unknown): void => logger.warn('database unavailable; retrying', { error });
  const outlast = <T>(work: () => Promise<T>): Promise<T> => retryWithPauses({ clock, signal, pause, onRetry }, work);
  return {
    tasks: {
      task: (...args) => outlast(() => tasks.task(...args)),
      previousTask: (...args) => outlast(() => tasks.previousTask(...args)),
      newJobRows: (...args) => tasks.newJobRows(...args),
      launch: (...args) => outlast(() => tasks.launch(...args)),
      begin: (...args) => outlast(() => tasks.begin(...args)),
      extend: (...args) => outlast(() => tasks.extend(...args)),
      finish: (...args) => outlast(() => tasks.finish(...args)),
      holds: (...args) => outlast(() => tasks.holds(...args)),
      lastCompleted: (...args) => outlast(() => tasks.lastCompleted(...args)),
      hasEverBegun: (...args) => outlast(() => tasks.hasEverBegun(...args)),
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
      check: (...args) => outlast(() => claims.check(...args)),
    },
    // Clusters are registered in the database too; whether one is reachable is found out by the jobs.
    clusters: { get: (...args) => outlast(() => clusters.get(...args)) },
  };
}

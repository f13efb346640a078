import { type Clock, formatGoDuration, type Logger, parseGoDuration, toError } from '@kubemin/base';
import type { AwaitedRun, ExecutedRun, RunReport } from '@kubemin/client';
import { type Engine, isTaskFinished } from '@kubemin/engine';
import { type RateLimit, RateLimited, RateLimiter } from '../accounts/index.ts';
import {
  ApiError,
  type Caller,
  createProblem,
  jobView,
  type RequestContext,
  runNotFound,
  taskView,
} from '../api/index.ts';
import { runMessages } from '../messages/index.ts';

/** Bounds of requests that wait for the end of a run, in this instance. */
export interface WaitBounds {
  /** How many may wait at once. */
  readonly most: number;
  /** How long one may wait. */
  readonly longestMs: number;
  /** How often one caller may ask to wait. */
  readonly perCaller: RateLimit;
}

export interface RunWaitersOptions {
  readonly engine: Pick<Engine, 'events' | 'journal' | 'task' | 'jobs'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly bounds: WaitBounds;
}

/** A request that may wait for a run, until its client is gone. */
export type WaitingContext = RequestContext & { readonly signal: AbortSignal };

type Wait = NonNullable<RunReport['wait']>;

/**
 * Requests that wait for the end of a run. A caller that asks too often is refused before anything is stored. A request that
 * finds all places taken does not wait: its run is stored, and it gets the response that it would get when its time is up.
 */
export class RunWaiters {
  readonly #options: RunWaitersOptions;
  readonly #asked: RateLimiter;
  #waiting = 0;
  #tail = new AbortController();

  constructor(options: RunWaitersOptions) {
    this.#options = options;
    this.#asked = new RateLimiter(options.bounds.perCaller, options.clock);
  }

  /** Starts a run, if any, and waits for its end where the request asks for that. One that may not wait starts nothing. */
  async run<T extends { readonly taskId?: string | undefined }>(
    { wait }: Pick<RunReport, 'wait'>,
    asked: WaitingContext,
    start: () => Promise<T>,
  ): Promise<T & AwaitedRun> {
    const ms = wait === undefined ? undefined : this.#admit(wait, asked.caller);
    const started = await start();
    const { taskId } = started;
    if (ms === undefined || taskId === undefined) return started;
    const { engine } = this.#options;
    const waited = await this.#wait(taskId, ms, asked.signal);
    const now = await engine.task(taskId);
    if (now === undefined) throw runNotFound(taskId);
    const jobs = await engine.jobs(taskId);
    return {
      ...started,
      waited: isTaskFinished(now.status) ? 'ended' : waited,
      task: taskView(now),
      jobs: jobs.map(jobView),
    };
  }

  /** The milliseconds to wait. Throws when the caller may not wait that long, or not now; nothing is stored then. */
  #admit(wait: Wait, { tokenId, userId }: Pick<Caller, 'tokenId' | 'userId'>): number {
    const { longestMs } = this.#options.bounds;
    const ms = typeof wait === 'number' ? wait * 1_000 : (parseGoDuration(wait) ?? 0);
    if (ms > longestMs) throw tooLong(longestMs);
    const pause = this.#asked.take(tokenId ?? userId);
    if (pause > 0) throw new RateLimited(runMessages.tooManyWaits, pause);
    return ms;
  }

  /** Waits for the end of a run. The place is free again as soon as the signal aborts; the run goes on. */
  async #wait(taskId: string, ms: number, signal: AbortSignal): Promise<NonNullable<ExecutedRun['waited']>> {
    const { engine, clock, bounds } = this.#options;
    if (this.#waiting >= bounds.most) return 'poolFull';
    this.#waiting += 1;
    if (this.#waiting === 1) this.#follow();
    try {
      return await waitForEnd(engine, taskId, { clock, ms, signal });
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#tail.abort();
    }
  }

  /** Reads the journal while requests wait, so that ends of runs of other instances are known as soon as of those of this one. */
  #follow(): void {
    const { engine, logger } = this.#options;
    this.#tail = new AbortController();
    readJournal(engine.journal, this.#tail.signal).catch((thrown: unknown) => {
      // Without it ends are found later: a follower of a run also looks at intervals.
      logger.warn('The journal of runs could not be read for requests that wait.', { error: toError(thrown) });
    });
  }
}

/** Reading it notifies the followers of each run in it. */
async function readJournal(journal: Engine['journal'], signal: AbortSignal): Promise<void> {
  for await (const _page of journal.tail(await journal.head(), signal));
}

/** Resolves when a run has ended, the time is up or the signal aborts. */
export async function waitForEnd(
  engine: Pick<Engine, 'events'>,
  taskId: string,
  wait: { readonly clock: Clock; readonly ms: number; readonly signal: AbortSignal },
): Promise<'ended' | 'timeout' | 'interrupted'> {
  const late = new AbortController();
  const stop = wait.clock.after(wait.ms, () => late.abort());
  try {
    const signal = AbortSignal.any([wait.signal, late.signal]);
    for await (const _event of engine.events(taskId, { signal }));
  } finally {
    stop();
  }
  if (wait.signal.aborted) return 'interrupted';
  return late.signal.aborted ? 'timeout' : 'ended';
}

/** Whether there is nothing left to wait for: the status of the response is 202 otherwise. */
export function hasWaited({ waited }: Pick<ExecutedRun, 'waited'>): boolean {
  return waited === undefined || waited === 'ended';
}

function tooLong(longestMs: number): ApiError {
  const message = runMessages.waitTooLong({ longest: formatGoDuration(longestMs), setting: '--wait-max' });
  return new ApiError('WORKFLOW_BODY_INVALID', message, {
    problems: [createProblem({ path: 'wait', code: 'TOO_LONG', message })],
  });
}

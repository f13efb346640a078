import type { Clock } from '@kubemin/base';
import {
  instant,
  type MetricsRange,
  type MetricsSeries,
  type MetricsSummary,
  type Queue,
  type WorkerList,
} from '@kubemin/client';
import type { Engine, JobFigures, Task } from '@kubemin/engine';
import { readMessageQueue } from './figures-snapshot.ts';
import { endedFigures, metricsPoints, percentiles, type Steps } from './run-statistics.ts';

const DAY_MS = 24 * 3_600_000;
/** The number of runs that one response is computed from; the newest ones. */
const MOST_TASKS = 20_000;
const MOST_JOBS = 100_000;
const SLOWEST = 10;
/** After this long without a heartbeat others take over. */
const DEAD_AFTER_MS = 15_000;

/** Figures for people, from the database (every instance returns the same) and from the message queue. */
export class FiguresService {
  readonly #engine: Pick<Engine, 'figures' | 'queueStats' | 'status'>;
  readonly #clock: Clock;

  constructor(engine: Pick<Engine, 'figures' | 'queueStats' | 'status'>, clock: Clock) {
    this.#engine = engine;
    this.#clock = clock;
  }

  async summary(): Promise<MetricsSummary> {
    const { figures } = this.#engine;
    const now = this.#clock.now();
    const [messages, { depth, oldestWaitMs }, capacity, tasks] = await Promise.all([
      readMessageQueue(this.#engine, this.#clock),
      figures.queue(),
      this.#capacity(),
      figures.since(now - DAY_MS, MOST_TASKS),
    ]);
    const { driver, health } = this.#engine.status().queue;
    return {
      at: instant(now),
      queue: { ...depth, oldestWaitMs },
      messageQueue: { driver, up: health.status === 'up', ...messages },
      capacity,
      day: endedFigures(tasks),
    };
  }

  async series(range: MetricsRange): Promise<MetricsSeries> {
    const { figures } = this.#engine;
    const steps = metricsSteps(range, this.#clock.now());
    const to = steps.from + steps.count * steps.stepMs;
    const [tasks, jobs] = await Promise.all([
      figures.since(steps.from, MOST_TASKS),
      figures.jobFigures({ from: steps.from, to }, MOST_JOBS),
    ]);
    const ended = tasks.filter(({ endedAt = to }) => endedAt < to);
    return {
      from: instant(steps.from),
      to: instant(to),
      stepMs: steps.stepMs,
      truncated: tasks.filter(({ endedAt }) => endedAt !== undefined).length >= MOST_TASKS || jobs.length >= MOST_JOBS,
      points: metricsPoints(tasks, steps),
      jobTypes: jobTypeFigures(jobs),
      slowest: slowestApplications(ended),
    };
  }

  async queue(limit: number): Promise<Queue> {
    const { figures } = this.#engine;
    const [{ depth }, tasks, { claimed, limit: places, instances }] = await Promise.all([
      figures.queue(),
      figures.pending(limit),
      this.#capacity(),
    ]);
    const elsewhere = instances === 0 ? 'worker' : claimed >= places ? 'capacity' : 'starting';
    return {
      waiting: depth.waiting,
      tasks: tasks.map(
        ({ id, number, appId, appName, kind, status, creator, createdAt, waitingFor, waitingForNumber }, index) => ({
          position: index + 1,
          taskId: id,
          number,
          appId,
          appName,
          kind,
          ...(creator !== undefined && { creator }),
          createdAt: instant(createdAt),
          ageMs: Math.max(0, this.#clock.now() - createdAt),
          reason: status === 'queued' ? 'starting' : waitingFor !== undefined ? 'application' : elsewhere,
          ...(waitingFor !== undefined && { waitingFor }),
          ...(waitingForNumber !== undefined && { waitingForNumber }),
        }),
      ),
    };
  }

  async workers(): Promise<WorkerList> {
    const workers = await this.#engine.figures.workers();
    return { workers: workers.map((worker) => ({ ...worker, alive: worker.heartbeatAgeMs <= DEAD_AFTER_MS })) };
  }

  async #capacity(): Promise<MetricsSummary['capacity']> {
    const { workers } = await this.workers();
    const instances = workers.filter(({ alive }) => alive).length;
    const claimed = workers.reduce((sum, { inFlight }) => sum + inFlight, 0);
    return { claimed, instances, limit: instances * this.#engine.status().tasks.limit };
  }
}

function jobTypeFigures(jobs: readonly JobFigures[]): MetricsSeries['jobTypes'] {
  return [...Map.groupBy(jobs, ({ type }) => type)]
    .map(([type, all]) => {
      const done = all.filter(({ status }) => status !== 'cancelled' && status !== 'skipped');
      return {
        type,
        completed: done.filter(({ status }) => status === 'completed').length,
        failed: done.filter(({ status }) => status !== 'completed').length,
        duration: percentiles(done.flatMap(({ durationMs }) => durationMs ?? [])),
      };
    })
    .sort((a, b) => (a.type < b.type ? -1 : 1));
}

function slowestApplications(tasks: readonly Task[]): MetricsSeries['slowest'] {
  return [...Map.groupBy(tasks, ({ appId }) => appId)]
    .flatMap(([appId, [first, ...others]]) => {
      if (first === undefined) return [];
      const took = [first, ...others].flatMap(({ status, startedAt, endedAt }) =>
        status === 'cancelled' || startedAt === undefined || endedAt === undefined
          ? []
          : Math.max(0, endedAt - startedAt),
      );
      if (took.length === 0) return [];
      const meanMs = took.reduce((sum, ms) => sum + ms, 0) / took.length;
      return [{ appId, appName: first.appName, runs: took.length, meanMs, maxMs: Math.max(...took) }];
    })
    .sort((a, b) => b.meanMs - a.meanMs)
    .slice(0, SLOWEST);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const RANGES: Readonly<Record<MetricsRange['range'], { readonly ms: number; readonly stepMs: number }>> = {
  '15m': { ms: 15 * MINUTE, stepMs: MINUTE / 2 },
  '1h': { ms: HOUR, stepMs: MINUTE },
  '6h': { ms: 6 * HOUR, stepMs: 10 * MINUTE },
  '24h': { ms: DAY, stepMs: HOUR / 2 },
  '7d': { ms: 7 * DAY, stepMs: 4 * HOUR },
  '30d': { ms: 30 * DAY, stepMs: DAY },
};

const STEPS: Readonly<Record<NonNullable<MetricsRange['step']>, number>> = {
  '30s': MINUTE / 2,
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '1h': HOUR,
  '6h': 6 * HOUR,
  '24h': DAY,
};

const MOST_STEPS = 300;

/** The steps of a range that ends at `until`, or now. Steps are as long as was asked for, or longer when there would be too many. */
export function metricsSteps({ range, step, until }: MetricsRange, now: number): Steps {
  const { ms, stepMs } = RANGES[range];
  const asked = step === undefined ? stepMs : Math.min(STEPS[step], ms);
  const chosen = Math.max(asked, Math.ceil(ms / MOST_STEPS));
  const count = Math.ceil(ms / chosen);
  const to = until === undefined ? now : Date.parse(until);
  return { from: to - count * chosen, stepMs: chosen, count };
}

import { Counter, Histogram, type HistogramSeries, type MetricRegistry } from '@kubemin/base';
import {
  type EngineObserver,
  isJobFinished,
  isTaskFinished,
  type Job,
  type Task,
  type Transition,
} from '@kubemin/engine';

/** From a config map that is there at once to a roll-out that takes its whole time limit. */
const SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1200, 1800, 3600];

/** Counts and times the runs of this instance. Sums over all instances describe the platform. */
export class RunMetrics implements EngineObserver {
  readonly #taskWait: Histogram<'kind'>;
  readonly #taskDuration: Histogram<'kind'>;
  readonly #tasksEnded: Counter<'kind' | 'status'>;
  readonly #jobWait: Histogram<'type'>;
  readonly #jobDuration: Histogram<'type'>;
  readonly #jobsEnded: Counter<'type' | 'status'>;
  readonly #retries: Counter<'type'>;
  /** When the runs began that are under way here. */
  readonly #begun = new Map<string, number>();

  constructor(registry: MetricRegistry) {
    this.#taskWait = registry.add(
      new Histogram({
        name: 'kubemin_task_wait_seconds',
        help: 'From the moment a run was asked for to its start, by kind of run.',
        labels: ['kind'],
        buckets: SECONDS,
      }),
    );
    this.#taskDuration = registry.add(
      new Histogram({
        name: 'kubemin_task_duration_seconds',
        help: 'From the start of a run to its end, by kind of run; runs that were cancelled are not in it.',
        labels: ['kind'],
        buckets: SECONDS,
      }),
    );
    this.#tasksEnded = registry.add(
      new Counter({
        name: 'kubemin_tasks_ended_total',
        help: 'Runs that ended, by kind and how: completed, failed, timeout, rejected, cancelled.',
        labels: ['kind', 'status'],
      }),
    );
    this.#jobWait = registry.add(
      new Histogram({
        name: 'kubemin_job_wait_seconds',
        help: 'From the start of its run to the start of a job, by job type: what earlier steps and buckets took.',
        labels: ['type'],
        buckets: SECONDS,
      }),
    );
    this.#jobDuration = registry.add(
      new Histogram({
        name: 'kubemin_job_duration_seconds',
        help: 'From the start of a job to its end, by job type; jobs that were cancelled or skipped are not in it.',
        labels: ['type'],
        buckets: SECONDS,
      }),
    );
    this.#jobsEnded = registry.add(
      new Counter({
        name: 'kubemin_jobs_ended_total',
        help: 'Jobs that ended, by type and how: completed, failed, timeout, rejected, cancelled, skipped.',
        labels: ['type', 'status'],
      }),
    );
    this.#retries = registry.add(
      new Counter({
        name: 'kubemin_job_retries_total',
        help: 'How often jobs were tried again after a failure, by job type.',
        labels: ['type'],
      }),
    );
  }

  onTaskStarted({ kind }: Task, waitedMs: number): void {
    this.#taskWait.series({ kind }).observe(Math.max(0, waitedMs) / 1000);
  }

  onJobRetried({ type }: Job): void {
    this.#retries.series({ type }).add();
  }

  onTransition(transition: Transition): void {
    if (transition.kind === 'task') this.#taskMoved(transition.task);
    else this.#jobMoved(transition.job);
  }

  #taskMoved({ id, kind, status, startedAt, endedAt }: Task): void {
    if (status === 'running' && startedAt !== undefined) this.#begun.set(id, startedAt);
    if (status !== 'running') this.#begun.delete(id);
    if (!isTaskFinished(status)) return;
    this.#tasksEnded.series({ kind, status }).add();
    if (status !== 'cancelled') observeSpan(this.#taskDuration.series({ kind }), startedAt, endedAt);
  }

  #jobMoved({ taskId, type, status, startedAt, endedAt }: Job): void {
    if (!isJobFinished(status)) return;
    this.#jobsEnded.series({ type, status }).add();
    if (status === 'cancelled' || status === 'skipped') return;
    observeSpan(this.#jobWait.series({ type }), this.#begun.get(taskId), startedAt);
    observeSpan(this.#jobDuration.series({ type }), startedAt, endedAt);
  }
}

/** Stamps may come from the clocks of two instances: what seems to end before it begins took no time. */
function observeSpan(series: HistogramSeries, from: number | undefined, to: number | undefined): void {
  if (from !== undefined && to !== undefined) series.observe(Math.max(0, to - from) / 1000);
}

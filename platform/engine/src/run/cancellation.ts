import { type Clock, type Logger, toError } from '@kubemin/base';
import type { CancelRequest, CancelRequests, TaskStore } from '../store/index.ts';
import { Interruption, isTaskFinished, type Task, taskFinished, taskNotFound } from '../task/index.ts';
import type { TaskRun } from './task-run.ts';

/** How often an executor looks for requests of other processes, and how often those look for the outcome. */
const REQUEST_POLL_MS = 200;
const OUTCOME_POLL_MS = 25;
/** An executor that has not responded for this long is considered dead. Longer than the gate of its writes takes to close. */
const PATIENCE_MS = 2_500;

/** What cancelling takes. */
export interface CancellationOptions {
  readonly tasks: TaskStore;
  readonly requests: CancelRequests;
  /** The run of a task in this process. */
  readonly findRun: (taskId: string) => TaskRun | undefined;
  readonly executorId: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Ends tasks on request, wherever they run: each end is stored after the last write of the task is through. */
export class Cancellation {
  readonly #options: CancellationOptions;

  constructor(options: CancellationOptions) {
    this.#options = options;
  }

  /** Throws TerminalError TASK_FINISHED when the task has ended otherwise, TASK_NOT_FOUND when there is none. */
  async cancel(taskId: string, request: CancelRequest): Promise<Task> {
    const { tasks, requests, clock } = this.#options;
    const before = await tasks.task(taskId);
    if (before !== undefined && isTaskFinished(before.status)) throw taskFinished(before, 'cancel');
    const deadline = clock.monotonic() + PATIENCE_MS;
    for (;;) {
      const patient = clock.monotonic() < deadline;
      const cancelled = patient ? await this.#cancelHere(taskId, request) : await tasks.cancel(taskId, request);
      if (cancelled !== undefined) return cancelled;
      if (patient) await requests.add(taskId, request);
      const task = await tasks.task(taskId);
      if (task === undefined) throw taskNotFound(taskId);
      if (task.status === 'cancelled') return task;
      if (isTaskFinished(task.status)) throw taskFinished(task, 'cancel');
      await clock.sleep(OUTCOME_POLL_MS);
    }
  }

  /** Fulfils what other processes ask for, until `signal` aborts. */
  async serve(signal: AbortSignal): Promise<void> {
    const { requests, executorId, clock, logger } = this.#options;
    while (!signal.aborted) {
      await clock.sleep(REQUEST_POLL_MS, signal);
      if (signal.aborted) return;
      try {
        const pending = await requests.list(executorId);
        await Promise.all(pending.map(({ taskId, ...request }) => this.#handleRequest(taskId, request)));
      } catch (thrown) {
        logger.warn('looking for tasks to cancel failed', { error: toError(thrown) });
      }
    }
  }

  /** In this process, or where no process writes for the task yet; undefined when another one may. */
  #cancelHere(taskId: string, request: CancelRequest): Promise<Task | undefined> {
    const run = this.#options.findRun(taskId);
    return run === undefined
      ? this.#options.tasks.cancel(taskId, request, { from: ['waiting', 'queued'] })
      : this.#cancelRun(run, request);
  }

  async #handleRequest(taskId: string, request: CancelRequest): Promise<void> {
    const { findRun, tasks, executorId } = this.#options;
    const run = findRun(taskId);
    // A task without a run is one whose run broke off; no process writes for it.
    await (run === undefined ? tasks.cancel(taskId, request, { executorId }) : this.#cancelRun(run, request));
  }

  async #cancelRun(run: TaskRun, request: CancelRequest): Promise<Task | undefined> {
    const { tasks, executorId } = this.#options;
    const interruption = new Interruption('cancelled', request.reason);
    await run.gate.close(interruption);
    let cancelled: Task | undefined;
    try {
      cancelled = await tasks.cancel(run.taskId, request, { executorId });
    } finally {
      if (cancelled === undefined) run.gate.reopen();
    }
    if (cancelled !== undefined) run.interrupt(interruption);
    return cancelled;
  }
}

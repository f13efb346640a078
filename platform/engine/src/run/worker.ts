import { Nudge, toError } from '@kubemin/base';
import { isUniqueViolation } from '@kubemin/sql';
import type { ClaimedTask } from '../store/task-store.ts';
import { Interruption } from './interruption.ts';
import type { RunDependencies } from './run-dependencies.ts';
import { Slots } from './slots.ts';
import { TaskRun } from './task-run.ts';
import { nudgeOrTimer } from './wake-up.ts';

interface ActiveRun {
  readonly run: TaskRun;
  readonly done: Promise<void>;
}

/** Claims tasks, runs them side by side, keeps their heartbeat, and takes over what dead executors left. */
export class Worker {
  readonly #dependencies: RunDependencies;
  readonly #active = new Map<string, ActiveRun>();
  readonly #nudge = new Nudge();
  readonly #stop = new AbortController();
  readonly #slots: Slots;
  #loops: readonly Promise<void>[] = [];

  constructor(dependencies: RunDependencies) {
    this.#dependencies = dependencies;
    this.#slots = new Slots(dependencies.settings.maxConcurrentWorkflows);
  }

  /** Takes over what is to be taken over, then works in the background. Rejects when the database does not answer. */
  async start(): Promise<void> {
    await this.#recover(this.#dependencies.settings.takeOver);
    this.#loops = [this.#work(), this.#pulse()];
  }

  /** There may be work: look now. */
  nudge(): void {
    this.#nudge.nudge();
  }

  runOf(taskId: string): TaskRun | undefined {
    return this.#active.get(taskId)?.run;
  }

  /** Stops running tasks and hands them back to waiting, each after its last write is through. */
  async stop(): Promise<void> {
    const reason = new Interruption('stopped', 'the engine is shutting down');
    this.#stop.abort(reason);
    await Promise.all(this.#loops);
    const { tasks, executorId, logger } = this.#dependencies;
    const handBack = async ({ run, done }: ActiveRun): Promise<void> => {
      await run.gate.close(reason);
      run.interrupt(reason);
      await done;
      await tasks.release({ taskId: run.taskId, executorId });
    };
    const results = await Promise.allSettled([...this.#active.values()].map(handBack));
    for (const result of results) {
      if (result.status === 'rejected') {
        logger.error('a task could not be handed back; it is recovered when its heartbeat is old', {
          error: toError(result.reason),
        });
      }
    }
  }

  async #work(): Promise<void> {
    const { clock, settings } = this.#dependencies;
    const signal = this.#stop.signal;
    // By the clock, not by who woke us: nudges closer together than the interval would put recovery off for ever.
    let nextRecovery = clock.monotonic() + settings.pollIntervalMs;
    while (!signal.aborted) {
      if (clock.monotonic() >= nextRecovery) {
        await this.#guarded('looking for dead work failed', () => this.#recover('dead'));
        nextRecovery = clock.monotonic() + settings.pollIntervalMs;
      }
      await this.#guarded('looking for work failed', () => this.#claimAll());
      const ms = Math.max(0, nextRecovery - clock.monotonic());
      await nudgeOrTimer({ nudge: this.#nudge, clock, ms, signal });
    }
  }

  async #claimAll(): Promise<void> {
    const { tasks } = this.#dependencies;
    for (;;) {
      const { free } = this.#slots;
      const ids = free > 0 ? await tasks.eligible(free) : [];
      let claimed = 0;
      for (const id of ids) {
        if (this.#stop.signal.aborted) return;
        const task = await this.#claim(id);
        if (task === undefined) continue;
        claimed++;
        this.#run(task);
      }
      if (claimed === 0) return;
    }
  }

  async #claim(taskId: string): Promise<ClaimedTask | undefined> {
    try {
      return await this.#dependencies.tasks.claim(taskId, this.#dependencies.executorId);
    } catch (error) {
      // Another executor claimed a task of the same application in between.
      if (isUniqueViolation(error)) return undefined;
      throw error;
    }
  }

  #run(claimed: ClaimedTask): void {
    this.#slots.take();
    const run = new TaskRun(this.#dependencies, claimed, { slots: this.#slots, freed: () => this.#nudge.nudge() });
    const done = this.#guarded('a run broke off; it is recovered when its heartbeat is old', () => run.run()).then(
      () => {
        this.#active.delete(run.taskId);
        this.#nudge.nudge();
      },
    );
    this.#active.set(run.taskId, { run, done });
  }

  async #pulse(): Promise<void> {
    const { clock, settings, tasks, executorId } = this.#dependencies;
    while (!this.#stop.signal.aborted) {
      await clock.sleep(settings.heartbeatMs, this.#stop.signal);
      const runs = [...this.#active.values()].map(({ run }) => run);
      await this.#guarded('the heartbeat could not be stored', async () => {
        const taskIds = runs.map((run) => run.taskId);
        const held = await tasks.heartbeat(executorId, taskIds);
        for (const run of runs) {
          if (held.has(run.taskId)) continue;
          run.interrupt(new Interruption('lost', 'the task was cancelled or taken over elsewhere'));
        }
      });
    }
  }

  async #recover(which: 'dead' | 'all'): Promise<void> {
    const { tasks, clock, settings, executorId, logger } = this.#dependencies;
    const claims = await tasks.claims(which === 'all' ? undefined : clock.now() - settings.deadAfterMs);
    for (const claim of claims) {
      // Own runs are alive even if a heartbeat is late; own claims without a run are from before a restart.
      if (claim.executorId === executorId && this.#active.has(claim.taskId)) continue;
      const task = await tasks.release(claim);
      if (task !== undefined) logger.warn('a task was taken over from an executor that is gone', { ...claim });
    }
  }

  /** Nothing that goes wrong with one task or one look at the database may end the worker. */
  async #guarded(message: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      this.#dependencies.logger.error(message, { error: toError(thrown) });
    }
  }
}

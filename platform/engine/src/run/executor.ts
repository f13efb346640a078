import { toError } from '@kubemin/base';
import { isUniqueViolation } from '@kubemin/sql';
import { runMessages } from '../messages/index.ts';
import type { TaskAnnouncement } from '../queue/index.ts';
import type { ClaimedTask, TaskStore } from '../store/index.ts';
import { Interruption } from '../task/index.ts';
import type { EngineDependencies } from './run-dependencies.ts';
import { Slots } from './slots.ts';
import { type RunEnd, TaskRun } from './task-run.ts';

/** What executing takes beyond what each run does. */
export interface ExecutorOptions extends EngineDependencies {
  readonly tasks: TaskStore;
  /** There is room for another task. */
  readonly freed: () => void;
  /** A task of the application has ended: the next one has its turn. */
  readonly taskEnded: (appId: string) => void;
  /** A task waits again that this executor had. */
  readonly onTaskReleased: (announcement: TaskAnnouncement) => void;
}

/** How a task ended, as far as its announcement is concerned; a `parked` task continues without it. */
export type ExecutionEnd = RunEnd | 'parked';

interface ActiveRun {
  readonly run: TaskRun;
  readonly done: Promise<void>;
  /** When, by the monotonic clock, the last heartbeat that was stored had been sent. */
  beatAt: number;
}

/** After this part of `deadAfterMs` without a heartbeat a run stops: what it had under way is over before others begin. */
const GIVES_UP_AFTER = 0.8;

/** Runs tasks side by side, keeps their heartbeat, and stops them when it cannot. */
export class Executor {
  readonly #options: ExecutorOptions;
  readonly #active = new Map<string, ActiveRun>();
  /** Runs that stopped without an end, whose claim may still be there. */
  readonly #left = new Map<string, TaskAnnouncement>();
  /** Claims that were asked for: what comes of them has to be handed back, too. */
  readonly #beginning = new Set<Promise<unknown>>();
  readonly #stop = new AbortController();
  readonly #slots: Slots;
  #loops: readonly Promise<void>[] = [];

  constructor(options: ExecutorOptions) {
    this.#options = options;
    this.#slots = new Slots(options.settings.maxConcurrentWorkflows);
  }

  start(): void {
    this.#loops = [this.#runHeartbeats(), this.#interruptOverdueRuns()];
  }

  /** Places that new tasks may have. */
  get freeSlots(): number {
    return this.#stop.signal.aborted ? 0 : this.#slots.free;
  }

  /** Places that are taken. */
  get busySlots(): number {
    return this.#slots.taken;
  }

  /** Takes a place for `execute`; false when there is none. */
  tryTakeSlot(): boolean {
    if (this.freeSlots === 0) return false;
    this.#slots.take();
    return true;
  }

  /** Waits for a place for `execute`; false when nothing is executed any more. */
  async waitForSlot(): Promise<boolean> {
    await this.#slots.acquire();
    if (!this.#stop.signal.aborted) return true;
    this.#slots.release();
    return false;
  }

  findRun(taskId: string): TaskRun | undefined {
    return this.#active.get(taskId)?.run;
  }

  /**
   * Claims the task and runs it in the reserved slot, which is returned when it cannot be claimed: another executor was
   * faster, or it is not its turn. Resolves once it is claimed; `onFreed` is called when its slot is available to others,
   * which may be before its end is stored.
   */
  async execute(
    taskId: string,
    onSlotFreed: () => void = () => undefined,
  ): Promise<{ readonly end: Promise<ExecutionEnd> } | undefined> {
    const begun = this.#begin(taskId, onSlotFreed);
    this.#beginning.add(begun);
    try {
      return await begun;
    } finally {
      this.#beginning.delete(begun);
    }
  }

  /** Stops running tasks and hands them back to waiting, each after its last write is through. */
  async stop(): Promise<void> {
    const reason = new Interruption('stopped', runMessages.shuttingDown);
    this.#stop.abort(reason);
    await Promise.allSettled([...this.#loops, ...this.#beginning]);
    await Promise.all(
      [...this.#active.values()].map(async ({ run, done }) => {
        await run.gate.close(reason);
        run.interrupt(reason);
        await done;
      }),
    );
    await this.#releaseTasks('a task could not be handed back; it is taken over when its heartbeat is old');
  }

  async #begin(taskId: string, onSlotFreed: () => void): Promise<{ readonly end: Promise<ExecutionEnd> } | undefined> {
    let claimed: ClaimedTask | undefined;
    const askedAt = this.#options.clock.monotonic();
    try {
      claimed = this.#isTaken(taskId) ? undefined : await this.#claim(taskId);
    } finally {
      if (claimed === undefined) this.#slots.release();
    }
    return claimed === undefined ? undefined : { end: this.#run(claimed, askedAt, onSlotFreed) };
  }

  #isTaken(taskId: string): boolean {
    return this.#stop.signal.aborted || this.#active.has(taskId) || this.#left.has(taskId);
  }

  async #claim(taskId: string): Promise<ClaimedTask | undefined> {
    try {
      return await this.#options.tasks.claim(taskId, this.#options.executorId);
    } catch (error) {
      // Another executor claimed a task of the same application in between.
      if (isUniqueViolation(error)) return undefined;
      throw error;
    }
  }

  #run(claimed: ClaimedTask, beatAt: number, placeFreed: () => void): Promise<ExecutionEnd> {
    const { promise: parked, resolve: park } = Promise.withResolvers<ExecutionEnd>();
    const onFreed = (): void => {
      this.#options.freed();
      placeFreed();
    };
    const run = new TaskRun(this.#options, claimed, { slots: this.#slots, onFreed, onParked: () => park('parked') });
    const end = this.#runToEnd(run);
    const done = end.then(() => this.#options.freed());
    const active = { run, done, beatAt };
    this.#active.set(run.taskId, active);
    this.#recordHeartbeat(active, beatAt);
    return Promise.race([end, parked]);
  }

  async #runToEnd(run: TaskRun): Promise<RunEnd> {
    const { taskId, appId } = run;
    let end: RunEnd = 'interrupted';
    try {
      end = await run.run();
    } catch (thrown) {
      this.#options.logger.error('a run broke off and is taken up again', { taskId, error: toError(thrown) });
    }
    this.#active.delete(taskId);
    if (end === 'ended') this.#options.taskEnded(appId);
    else this.#left.set(taskId, { taskId, appId });
    return end;
  }

  async #runHeartbeats(): Promise<void> {
    const { clock, settings, logger } = this.#options;
    while (!this.#stop.signal.aborted) {
      await clock.sleep(settings.heartbeatMs, this.#stop.signal);
      try {
        await this.#sendHeartbeats();
      } catch (thrown) {
        logger.error('the heartbeat could not be stored', { error: toError(thrown) });
      }
      if (!this.#stop.signal.aborted) await this.#releaseTasks('a task could not be handed back; this is tried again');
    }
  }

  async #sendHeartbeats(): Promise<void> {
    const { clock, tasks, executorId } = this.#options;
    const active = [...this.#active.values()];
    const sentAt = clock.monotonic();
    const held = await tasks.heartbeat(
      executorId,
      active.map(({ run }) => run.taskId),
    );
    for (const each of active) {
      if (held.has(each.run.taskId)) this.#recordHeartbeat(each, sentAt);
      else each.run.interrupt(new Interruption('lost', runMessages.takenOver));
    }
  }

  #recordHeartbeat(active: ActiveRun, at: number): void {
    active.beatAt = at;
    active.run.gate.keepOpenUntil(at + this.#heartbeatLimitMs);
  }

  get #heartbeatLimitMs(): number {
    return GIVES_UP_AFTER * this.#options.settings.deadAfterMs;
  }

  /** Apart from the heartbeat, which may hang with the database. */
  async #interruptOverdueRuns(): Promise<void> {
    const { clock, settings } = this.#options;
    const reason = new Interruption('lost', runMessages.heartbeatLost);
    while (!this.#stop.signal.aborted) {
      await clock.sleep(settings.heartbeatMs, this.#stop.signal);
      const limit = clock.monotonic() - this.#heartbeatLimitMs;
      for (const { run, beatAt } of this.#active.values()) if (beatAt <= limit) run.interrupt(reason);
    }
  }

  /** Releases tasks that this executor claimed and does not run any more. Nothing happens where the task was settled elsewhere. */
  async #releaseTasks(failure: string): Promise<void> {
    const { tasks, executorId, logger } = this.#options;
    for (const announcement of [...this.#left.values()]) {
      try {
        const released = await tasks.release({ taskId: announcement.taskId, executorId });
        this.#left.delete(announcement.taskId);
        if (released !== undefined) this.#options.onTaskReleased(announcement);
      } catch (thrown) {
        logger.error(failure, { ...announcement, error: toError(thrown) });
      }
    }
  }
}

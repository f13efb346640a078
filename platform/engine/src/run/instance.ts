import type { SqlDatabase } from '@kubemin/sql';
import {
  type EngineQueue,
  noopQueueDriver,
  openTaskQueue,
  type TaskAnnouncement,
  type TaskQueue,
} from '../queue/index.ts';
import { Announcements, InstanceRows, LeaderRow, type TaskStore } from '../store/index.ts';
import type { EngineTables } from '../task/index.ts';
import { Announcer } from './announcer.ts';
import { Consumer } from './consumer.ts';
import { Dispatcher } from './dispatcher.ts';
import type { EngineStatus, MessageQueueStats } from './engine-status.ts';
import { Executor } from './executor.ts';
import { InstanceHeartbeat } from './instance-heartbeat.ts';
import { Leadership } from './leadership.ts';
import { Poller } from './poller.ts';
import type { EngineDependencies } from './run-dependencies.ts';
import type { TaskRun } from './task-run.ts';

/** What an instance is made of. */
export interface InstanceOptions extends EngineDependencies {
  readonly tasks: TaskStore;
  readonly database: SqlDatabase<EngineTables>;
  readonly queue: EngineQueue | undefined;
  readonly onLeadershipLost: (() => void) | undefined;
}

/** One of the processes that share the work of a database: it leads or follows, and executes as its duties demand. */
export class Instance {
  readonly #options: InstanceOptions;
  readonly #queue: TaskQueue;
  readonly #announcer: Announcer;
  readonly #executor: Executor;
  readonly #poller: Poller;
  readonly #consumer: Consumer;
  readonly #dispatcher: Dispatcher;
  readonly #leadership: Leadership;
  readonly #heartbeat: InstanceHeartbeat;
  readonly #stop = new AbortController();
  #loops: readonly Promise<void>[] = [];
  #started = false;
  #assigned: Duties = { dispatches: false, consumes: false, polls: false };
  #stopped: Promise<void> | undefined;

  constructor(options: InstanceOptions) {
    const { tasks, database, clock, random, logger, executorId, settings } = options;
    const announcements = new Announcements({ database, clock });
    const assign = (): void => this.#assign();
    const pollNow = (): void => this.#poller.nudge();
    this.#options = options;
    this.#queue = openTaskQueue({
      ...(options.queue ?? { driver: noopQueueDriver() }),
      clock,
      random,
      logger,
      onHealth: assign,
    });
    const queue = this.#queue;
    this.#announcer = new Announcer({ queue, announcements, logger, pollNow });
    this.#executor = new Executor({
      ...options,
      freed: pollNow,
      taskEnded: (appId) => this.#announcer.announceNext(appId),
      onTaskReleased: (announcement) => this.#announcer.announce(announcement),
    });
    const executor = this.#executor;
    const isOn = (): boolean => this.#duties.polls;
    this.#poller = new Poller({ tasks, executor, clock, logger, pollIntervalMs: settings.pollIntervalMs, isOn });
    this.#consumer = new Consumer({ queue, tasks, executor, executorId, concurrency: settings.maxConcurrentWorkflows });
    this.#leadership = new Leadership({
      row: new LeaderRow(database),
      executorId,
      clock,
      logger,
      settings,
      changed: assign,
      lost: () => options.onLeadershipLost?.(),
    });
    this.#heartbeat = new InstanceHeartbeat({
      rows: new InstanceRows(database),
      executorId,
      clock,
      logger,
      settings,
      counted: assign,
    });
    this.#dispatcher = new Dispatcher({
      tasks,
      announcements,
      announcer: this.#announcer,
      queue,
      clock,
      logger,
      settings,
      leader: () => this.#leadership.leader,
      runsHere: (claim) => claim.executorId === executorId && executor.findRun(claim.taskId) !== undefined,
    });
  }

  get status(): EngineStatus {
    const { leader } = this.#leadership;
    const { consumes, polls } = this.#duties;
    return {
      leads: leader !== undefined,
      ...(leader !== undefined && { term: leader.term }),
      instances: this.#heartbeat.instances,
      executes: this.#started && (consumes || polls),
      workFrom: polls ? 'database' : 'queue',
      tasks: { running: this.#executor.busySlots, limit: this.#options.settings.maxConcurrentWorkflows },
      queue: { driver: this.#queue.driver, health: this.#queue.health },
    };
  }

  /** Rejects while the queue is away. */
  async queueStats(): Promise<MessageQueueStats> {
    const { driver, redeliveries } = this.#queue;
    return { driver, redeliveries, ...(await this.#queue.stats()) };
  }

  /** Whether the instance of this id lives; this one does. */
  async lives(id: string): Promise<boolean> {
    return id === this.#options.executorId || this.#heartbeat.lives(id);
  }

  /** Takes over work, then continues in the background. Rejects when the database is unavailable. */
  async start(): Promise<void> {
    const { signal } = this.#stop;
    await this.#heartbeat.start();
    await this.#leadership.start();
    const { leader } = this.#leadership;
    if (leader !== undefined) await this.#dispatcher.recover(this.#options.settings.takeOver, leader);
    this.#started = true;
    this.#assigned = this.#duties;
    this.#executor.start();
    this.#loops = [this.#poller, this.#dispatcher, this.#heartbeat].map((part) => part.run(signal));
    this.#assign();
  }

  /** Hands running tasks and leading over to others, and leaves. */
  stop(): Promise<void> {
    this.#stopped ??= this.#end();
    return this.#stopped;
  }

  findRun(taskId: string): TaskRun | undefined {
    return this.#executor.findRun(taskId);
  }

  /** A task was stored that waits. */
  announce(announcement: TaskAnnouncement): void {
    this.#announcer.announce(announcement);
  }

  /** A task of the application ended outside of its run. */
  taskEnded(appId: string): void {
    this.#announcer.announceNext(appId);
  }

  get #duties(): Duties {
    const { leader } = this.#leadership;
    const { instances } = this.#heartbeat;
    return decideDuties({ leading: leader !== undefined, instances, announcesToOthers: this.#announcer.reachesOthers });
  }

  /** Something has changed that duties depend on. */
  #assign(): void {
    if (!this.#started || this.#stop.signal.aborted) return;
    const [before, duties] = [this.#assigned, this.#duties];
    this.#assigned = duties;
    void this.#consumer.turn(duties.consumes && this.#queue.capabilities.shared);
    if (duties.polls && !before.polls) this.#poller.nudge();
    // One that begins to lead has not looked yet, and a queue that is back may be empty.
    if (duties.dispatches && (!before.dispatches || before.polls)) this.#dispatcher.nudge();
  }

  async #end(): Promise<void> {
    this.#stop.abort();
    const leave = async (): Promise<void> => {
      await Promise.all(this.#loops);
      if (this.#started) await this.#heartbeat.leave();
    };
    await Promise.all([this.#executor.stop(), this.#leadership.stop(), leave()]);
    await this.#announcer.drain();
    await this.#consumer.turn(false);
    await this.#queue.close();
  }
}

/** What an instance knows of its situation. */
export interface Situation {
  readonly leading: boolean;
  /** Instances that live, this one included. */
  readonly instances: number;
  /** Whether announcements reach other instances right now. */
  readonly announcesToOthers: boolean;
}

/** What an instance has to do. */
export interface Duties {
  /** Releases the work of dead executors, and announces again what was not taken. */
  readonly dispatches: boolean;
  /** Executes what the queue announces. */
  readonly consumes: boolean;
  /** Polls the database for work. */
  readonly polls: boolean;
}

/** From so many instances on the leader leaves executing to the others. */
const LEADER_STEPS_BACK_AT = 3;

/** Any number of instances works. Where announcements do not reach other processes, every instance polls, the leader too. */
export function decideDuties({ leading, instances, announcesToOthers }: Situation): Duties {
  return {
    dispatches: leading,
    consumes: !leading || instances < LEADER_STEPS_BACK_AT,
    polls: !announcesToOthers,
  };
}

import type { Clock } from '@kubemin/base';
import type { SqlDatabase } from '@kubemin/sql';
import { CLAIMED_TASK_STATES, type EngineTables, type JobStatus, type Task } from '../task/index.ts';
import { ENGINE_LEADER } from './leader-row.ts';
import { toTask } from './row-mapping.ts';
import { toSqlLiterals } from './state-literals.ts';
import { TASK_COLUMNS } from './task-transition.ts';
import { waitingFor } from './turn.ts';

/** Where a task can be that has not ended. */
export const OPEN_TASK_STATES = ['waiting', ...CLAIMED_TASK_STATES] as const;
export type OpenTaskState = (typeof OPEN_TASK_STATES)[number];

/** Instances without a heartbeat for longer are not counted. */
const REMEMBERED_MS = 3_600_000;

/** What has not ended yet. */
export interface QueueFigures {
  readonly depth: Readonly<Record<OpenTaskState, number>>;
  /** How long the first in the queue has waited; 0 when nothing waits. */
  readonly oldestWaitMs: number;
}

/** One of the engines that share the database. */
export interface WorkerFigures {
  readonly id: string;
  readonly leads: boolean;
  readonly heartbeatAgeMs: number;
  /** Tasks it has claimed. */
  readonly inFlight: number;
}

/** How one job went. */
export interface JobFigures {
  readonly type: string;
  readonly status: JobStatus;
  /** Of a job that was started and has ended. */
  readonly durationMs?: number;
}

/** How far a task is. */
export interface TaskProgress {
  readonly done: number;
  readonly all: number;
  /** The step it has reached: the first with a job that is neither done nor kept; the last one when all are. */
  readonly step: string;
  /** How often its jobs were started. */
  readonly attempts: number;
  /** How often jobs were started again. */
  readonly retries: number;
}

const DONE: readonly JobStatus[] = ['completed', 'skipped'];

/** What the database knows about runs as a whole: the same whichever instance is asked. Every query has its index. */
export class RunFigures {
  readonly #database: SqlDatabase<EngineTables>;
  readonly #clock: Clock;

  constructor(database: SqlDatabase<EngineTables>, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async queue(): Promise<QueueFigures> {
    const { query } = this.#database;
    const counted = await query
      .selectFrom('tasks')
      .select(({ fn }) => ['status', fn.countAll().as('count')])
      .where('status', 'in', toSqlLiterals(OPEN_TASK_STATES))
      .groupBy('status')
      .execute();
    const oldest = await query
      .selectFrom('tasks')
      .select('created_at')
      .where('status', 'in', toSqlLiterals(['waiting']))
      .orderBy('position')
      .limit(1)
      .executeTakeFirst();
    const countInState = (state: OpenTaskState): number =>
      Number(counted.find(({ status }) => status === state)?.count ?? 0);
    return {
      depth: { waiting: countInState('waiting'), queued: countInState('queued'), running: countInState('running') },
      oldestWaitMs: oldest === undefined ? 0 : this.#since(oldest.created_at),
    };
  }

  /** Those that live, and those that died within the last hour; the one heard of last comes first. */
  async workers(): Promise<readonly WorkerFigures[]> {
    const { query } = this.#database;
    const rows = await query
      .selectFrom('instances')
      .selectAll()
      .where('heartbeat_at', '>=', this.#clock.now() - REMEMBERED_MS)
      .orderBy('heartbeat_at', 'desc')
      .execute();
    const leader = await query
      .selectFrom('leaders')
      .select('holder')
      .where('name', '=', ENGINE_LEADER)
      .where('expires_at', '>', this.#clock.now())
      .executeTakeFirst();
    const claims = await query
      .selectFrom('tasks')
      .select(({ fn }) => ['executor_id', fn.countAll().as('count')])
      .where('status', 'in', toSqlLiterals(CLAIMED_TASK_STATES))
      .groupBy('executor_id')
      .execute();
    const inFlight = new Map(claims.map(({ executor_id, count }) => [executor_id, Number(count)]));
    return rows.map(({ id, heartbeat_at }) => ({
      id,
      leads: leader?.holder === id,
      heartbeatAgeMs: this.#since(heartbeat_at),
      inFlight: inFlight.get(id) ?? 0,
    }));
  }

  /** Tasks that have not begun: those that are about to, then the others in the order they were asked for. */
  async pending(limit: number): Promise<readonly Task[]> {
    const tasks = [...(await this.#inState('queued', limit)), ...(await this.#inState('waiting', limit))];
    return tasks.slice(0, limit);
  }

  /** Tasks that ended at or after a moment, the last one first, and those that have not ended. */
  async since(moment: number, limit: number): Promise<readonly Task[]> {
    const rows = await this.#database.query
      .selectFrom('tasks')
      .select(TASK_COLUMNS)
      .where('ended_at', '>=', moment)
      .orderBy('ended_at', 'desc')
      .limit(limit)
      .execute();
    const open = await Promise.all(OPEN_TASK_STATES.map((state) => this.#inState(state, limit)));
    // One that moves on between the queries is in several of them or in none.
    return [...new Map([...open.flat(), ...rows.map(toTask)].map((task) => [task.id, task])).values()];
  }

  /** One state at a time: for several at once, SQLite would rather read the whole table. */
  async #inState(state: OpenTaskState, limit: number): Promise<readonly Task[]> {
    const rows = await this.#database.query
      .selectFrom('tasks')
      .select(TASK_COLUMNS)
      .select(waitingFor)
      .where('status', 'in', toSqlLiterals([state]))
      .orderBy('position')
      .limit(limit)
      .execute();
    return rows.map(toTask);
  }

  /** How far tasks are that have been planned, by id. */
  async progress(taskIds: readonly string[]): Promise<ReadonlyMap<string, TaskProgress>> {
    const found = new Map<string, TaskProgress>();
    if (taskIds.length === 0) return found;
    const rows = await this.#database.query
      .selectFrom('jobs')
      .select(({ fn, eb }) => [
        'task_id',
        'step_index',
        'step',
        'status',
        fn.countAll().as('count'),
        fn.sum<number>('attempt').as('attempts'),
        fn
          .sum<number>(
            eb
              .case()
              .when('attempt', '>', 1)
              .then(eb('attempt', '-', 1))
              .else(0)
              .end(),
          )
          .as('retries'),
      ])
      .where('task_id', 'in', taskIds)
      .groupBy(['task_id', 'step_index', 'step', 'status'])
      .orderBy('step_index')
      .execute();
    for (const [taskId, steps] of Map.groupBy(rows, ({ task_id }) => task_id)) {
      const sum = (values: readonly unknown[]): number => values.reduce<number>((all, each) => all + Number(each), 0);
      const isOpen = ({ status }: { readonly status: JobStatus }): boolean => !DONE.includes(status);
      found.set(taskId, {
        done: sum(steps.filter((each) => !isOpen(each)).map(({ count }) => count)),
        all: sum(steps.map(({ count }) => count)),
        step: (steps.find(isOpen) ?? steps.at(-1))?.step ?? '',
        attempts: sum(steps.map(({ attempts }) => attempts)),
        retries: sum(steps.map(({ retries }) => retries)),
      });
    }
    return found;
  }

  /** What jobs of tasks that ended in a time came to, those of the last task first. */
  async jobFigures(
    { from, to }: { readonly from: number; readonly to: number },
    limit: number,
  ): Promise<readonly JobFigures[]> {
    const rows = await this.#database.query
      .selectFrom('tasks')
      .innerJoin('jobs', 'jobs.task_id', 'tasks.id')
      .select(['jobs.type', 'jobs.status', 'jobs.started_at', 'jobs.ended_at'])
      .where('tasks.ended_at', '>=', from)
      .where('tasks.ended_at', '<', to)
      .orderBy('tasks.ended_at', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ type, status, started_at, ended_at }) => {
      const took = started_at === null || ended_at === null ? {} : { durationMs: Math.max(0, ended_at - started_at) };
      return { type, status, ...took };
    });
  }

  /** Stamps come from the clocks of all instances, which may be a little ahead of ours. */
  #since(stamp: number): number {
    return Math.max(0, this.#clock.now() - stamp);
  }
}

import type { Clock } from '@kubemin/base';
import type { SqlDatabase } from '@kubemin/sql';
import { CLAIMED_TASK_STATES } from '../state/task-state.ts';
import { ENGINE_LEADER } from './leader-row.ts';
import type { EngineTables } from './tables.ts';

/** Where a task can be that has not ended. */
export const OPEN_TASK_STATES = ['waiting', ...CLAIMED_TASK_STATES] as const;
export type OpenTaskState = (typeof OPEN_TASK_STATES)[number];

/** Instances that were not heard of for longer are nobody's concern. */
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
      .where('status', 'in', OPEN_TASK_STATES)
      .groupBy('status')
      .execute();
    const oldest = await query
      .selectFrom('tasks')
      .select('created_at')
      .where('status', '=', 'waiting')
      .orderBy('position')
      .limit(1)
      .executeTakeFirst();
    const depthOf = (state: OpenTaskState): number =>
      Number(counted.find(({ status }) => status === state)?.count ?? 0);
    return {
      depth: { waiting: depthOf('waiting'), queued: depthOf('queued'), running: depthOf('running') },
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
      .where('status', 'in', CLAIMED_TASK_STATES)
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

  /** Stamps come from the clocks of all instances, which may be a little ahead of ours. */
  #since(stamp: number): number {
    return Math.max(0, this.#clock.now() - stamp);
  }
}

import { systemClock } from '@kubemin/base';
import type { SqlDatabase } from '@kubemin/sql';
import { isTaskFinished, type TaskStatus } from '../../task/states.ts';
import type { EngineTables } from '../../task/tables.ts';
import type { PlannedRun } from './planned-run.ts';

const LOOK_MS = 20;

/** What was submitted, and how far it has come by what is stored. */
export class RunTracker {
  readonly planned = new Map<string, PlannedRun>();
  readonly #taskOfMark = new Map<string, string>();
  readonly #tables: SqlDatabase<EngineTables>;
  #ended = 0;
  #events = 0;

  constructor(tables: SqlDatabase<EngineTables>) {
    this.#tables = tables;
  }

  /** How many runs had ended at the last look. */
  get ended(): number {
    return this.#ended;
  }

  /** How many events had been stored at the last look. */
  get events(): number {
    return this.#events;
  }

  add(planned: PlannedRun, taskId: string): void {
    this.planned.set(taskId, planned);
    this.#taskOfMark.set(planned.mark, taskId);
  }

  findTaskId(mark: string): string | undefined {
    return this.#taskOfMark.get(mark);
  }

  /** The runs that have not ended. */
  async open(): Promise<ReadonlyMap<string, TaskStatus>> {
    const { query } = this.#tables;
    const rows = await query.selectFrom('tasks').select(['id', 'status']).execute();
    const { count } = await query
      .selectFrom('run_events')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    this.#ended = rows.filter(({ status }) => isTaskFinished(status)).length;
    this.#events = Number(count);
    return new Map(rows.filter(({ status }) => !isTaskFinished(status)).map(({ id, status }) => [id, status]));
  }

  /** The instance that leads, or was the last to; undefined when none ever did. */
  async leader(): Promise<string | undefined> {
    const row = await this.#tables.query.selectFrom('leaders').select('holder').executeTakeFirst();
    return row?.holder ?? undefined;
  }

  /** Waits for all ends, for as long as some come; those that do not are for the checks to find. */
  async allEnded(patienceMs: number): Promise<void> {
    let before = -1;
    let deadline = 0;
    while ((await this.open()).size > 0) {
      const now = systemClock.monotonic();
      if (this.#ended !== before) deadline = now + patienceMs;
      if (now > deadline) return;
      before = this.#ended;
      await systemClock.sleep(LOOK_MS);
    }
  }
}

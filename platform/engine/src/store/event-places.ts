import { type Kysely, type NamedValue, type QueryTemplate, sql, step } from '@kubemin/sql';
import { JOURNAL } from './journal-row.ts';
import type { EngineTables, EventRow } from './tables.ts';
import { statement } from './told.ts';
import { type EngineSteps, valuesOf } from './write-scope.ts';

/** An event before it has its places. */
type SaidEvent = Pick<EventRow, 'time' | 'kind' | 'snapshot'>;

/**
 * Inserts events where transactions run one after the other: what is stored then tells the next place, both among the
 * events of the run and in the journal, and no later transaction commits before this one. Nothing has to be counted, nor
 * put in order afterwards.
 */
export function* placedEvents(taskId: string, events: readonly SaidEvent[]): EngineSteps<void> {
  const template: QueryTemplate<EngineTables, unknown> = {
    shape: `insert ${events.length} placed events`,
    build: (query, value) => insertPlaced(query, value, events.length),
  };
  yield* step(template, { ...valuesOf(events), taskId });
}

function insertPlaced(query: Kysely<EngineTables>, value: NamedValue, count: number) {
  const task = value<string>('taskId');
  const last = sql`select
    (select coalesce(max(sequence), 0) from run_events where task_id = ${task}) as sequence,
    max((select coalesce(max(position), 0) from run_events),
      (select coalesce(max(position), 0) from journals where name = ${sql.lit(JOURNAL)})) as position`;
  const rows = Array.from({ length: count }, (_, index) => {
    const [time, kind, snapshot] = ['time', 'kind', 'snapshot'].map((name) => value(`${name}${index}`));
    const next = sql.lit(index + 1);
    return sql`select ${task}, sequence + ${next}, ${time}, ${kind}, ${snapshot}, position + ${next} from last`;
  });
  const columns = sql`task_id, sequence, time, kind, snapshot, position`;
  return statement<unknown>(
    query,
    sql`with last as (${last}) insert into run_events (${columns}) ${sql.join(rows, sql` union all `)}`,
  );
}

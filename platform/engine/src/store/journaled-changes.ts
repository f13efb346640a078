import { type Kysely, type NamedValue, type RawBuilder, sql } from '@kubemin/sql';
import type { EngineTables, EventRow } from '../task/index.ts';
import { buildJobUpdate, changeValues, type JobChange } from './job-transition.ts';
import { TASK_COLUMNS } from './task-transition.ts';

/** An event as returned by the statement that has written it. */
export type WrittenEvent = Omit<EventRow, 'position'>;

/** A part of a statement, built when its SQL is. */
type Part = RawBuilder<unknown>;

/** Inserts what `events` select, as the CTE `written`. */
export function writtenEvents(events: readonly Part[]): Part {
  const columns = sql`task_id, sequence, time, kind, snapshot`;
  const all = sql.join(events, sql` union all `);
  return sql`written as (insert into run_events (${columns}) ${all} returning ${columns})`;
}

/** The task as `moved` has it, as the event that comes so many before the last that were counted. */
export function taskEvent(value: NamedValue, before: Part | number = 0, time = eventTime(value)): Part {
  const columns = sql.join(TASK_COLUMNS.map((column) => sql.ref(`moved.${column}`)));
  return sql`select moved.id, moved.event_sequence - ${sequenceOffset(before)}, ${time}, 'task',
    (select row_to_json(seen)::text from (select ${columns}) as seen) from moved`;
}

/** Changes of jobs that happen with `moved`, each with its event. */
export class JournaledChanges {
  readonly #changes: readonly JobChange[];

  constructor(changes: readonly JobChange[]) {
    this.#changes = changes;
  }

  get shape(): string {
    return this.#changes.map(({ shape }) => shape).join(', then ');
  }

  get values(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      this.#changes.flatMap((change, index) =>
        Object.entries(changeValues(change)).map(([name, value]) => [`${name}_${index}`, value]),
      ),
    );
  }

  /** True while every job is in a state that its change starts from. */
  possible(value: NamedValue): RawBuilder<boolean> {
    const tests = this.#changes.map(({ from }, index) => {
      const states = sql.join(from.map((state) => sql.lit(state)));
      return sql`exists (select 1 from jobs where jobs.id = ${value(`jobId_${index}`)} and jobs.status in (${states}))`;
    });
    return tests.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(tests, sql` and `)}`;
  }

  /** The conditional UPDATEs, as `changed_0`, `changed_1` and so on. */
  updates(query: Kysely<EngineTables>, value: NamedValue): readonly Part[] {
    return this.#changes.map((change, index) => {
      const update = buildJobUpdate(change, query, (name) => value(`${name}_${index}`))
        .where(sql<boolean>`exists (select 1 from moved)`)
        .returningAll();
      return sql`${sql.ref(`changed_${index}`)} as (${update})`;
    });
  }

  /** The events, in order; so many others come after them. */
  events(value: NamedValue, after: number): readonly Part[] {
    return this.#changes.map((_, index) => {
      const changed = sql.ref(`changed_${index}`);
      const before = this.#changes.length - 1 - index + after;
      return sql`select moved.id, moved.event_sequence - ${sequenceOffset(before)}, ${eventTime(value)}, 'job',
        row_to_json(${changed})::text from moved, ${changed}`;
    });
  }
}

function eventTime(value: NamedValue): Part {
  return sql`${value<number>('time')}::bigint`;
}

function sequenceOffset(before: Part | number): Part {
  return typeof before === 'number' ? sql.lit(before) : before;
}

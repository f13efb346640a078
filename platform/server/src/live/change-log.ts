import { type ApplicationEvent, type CallbackEvent, type ComponentEvent, encodeTexts, instant } from '@kubemin/client';
import {
  firstRow,
  isUniqueViolation,
  type Kysely,
  type QueryTemplate,
  type SqlCapabilities,
  type SqlDatabase,
  type Steps,
  sql,
  step,
  type Transaction,
} from '@kubemin/sql';
import type { ApplicationRow, ComponentRow, LiveTables } from '../api/index.ts';
import type { ComponentState } from './status/component-state.ts';
import type { TailPage } from './tail-source.ts';

const NAME = 'changes';
/** The number of changes that are kept; a client that was away for longer fetches its state again. */
const KEPT = 10_000;
const SWEEP_EVERY = 500;

/** A change with its place among all changes. */
export interface Change {
  readonly position: number;
  readonly appId: string;
  readonly project: string;
  /** JSON. */
  readonly event: string;
}

const HEAD: QueryTemplate<LiveTables, { readonly position: number }> = {
  shape: 'last change',
  build: (query) => query.selectFrom('change_heads').select('position').where('name', '=', NAME),
};

const NEXT: QueryTemplate<LiveTables, unknown> = {
  shape: 'place of the next change',
  build: (query) =>
    query
      .updateTable('change_heads')
      .set((eb) => ({ position: eb('position', '+', 1) }))
      .where('name', '=', NAME),
};

const INSERT: QueryTemplate<LiveTables, unknown> = {
  shape: 'insert a change',
  build: (query, value) =>
    query.insertInto('changes').values({
      position: value<number>('position'),
      app_id: value<string>('appId'),
      project: value<string>('project'),
      event: value<string>('text'),
    }),
};

const last = (query: Pick<Kysely<LiveTables>, 'selectFrom'>, table: 'changes' | 'change_heads') =>
  query.selectFrom(table).select(({ fn }) => fn.coalesce(fn.max('position'), sql.lit(0)).as('position'));

/** Where transactions run one after the other, the stored rows determine the next place. */
const INSERT_PLACED: QueryTemplate<LiveTables, { readonly position: number }> = {
  shape: 'insert a change, placed',
  build: (query, value) =>
    query
      .insertInto('changes')
      .columns(['position', 'app_id', 'project', 'event'])
      .expression(
        query.selectNoFrom((eb) => [
          eb(eb.fn<number>('max', [last(query, 'changes'), last(query, 'change_heads')]), '+', sql.lit(1)).as(
            'position',
          ),
          value<string>('appId').as('app_id'),
          value<string>('project').as('project'),
          value<string>('text').as('event'),
        ]),
      )
      .returning('position'),
};

const SWEEP: QueryTemplate<LiveTables, unknown> = {
  shape: 'remove old changes',
  build: (query, value) => query.deleteFrom('changes').where('position', '<=', value<number>('until')),
};

/**
 * Writes a change down in the transaction that makes it, after everything else that it writes: where transactions run
 * concurrently, the row of the last place is locked until the commit, so places become visible in their order, and no
 * transaction that holds the lock waits for anything else.
 */
export function* appendedChange(
  { serialTransactions }: Pick<SqlCapabilities, 'serialTransactions'>,
  project: string,
  event: ApplicationEvent | CallbackEvent | ComponentEvent,
): Steps<LiveTables, void> {
  const values = { appId: event.appId, project, text: JSON.stringify(event) };
  const position = serialTransactions
    ? ((yield* firstRow(INSERT_PLACED, values))?.position ?? 0)
    : yield* appendedInTurn(values);
  if (position % SWEEP_EVERY === 0) yield* step(SWEEP, { until: position - KEPT });
}

function* appendedInTurn(values: Readonly<Record<string, unknown>>): Steps<LiveTables, number> {
  yield* step(NEXT);
  const { position } = (yield* firstRow(HEAD)) ?? { position: 0 };
  yield* step(INSERT, { ...values, position });
  return position;
}

/** The same in a transaction that is no sequence of steps. */
export function appendChange(
  { cache, capabilities }: Pick<SqlDatabase<LiveTables>, 'cache' | 'capabilities'>,
  transaction: Transaction<LiveTables>,
  ...[project, event]: readonly [project: string, event: ApplicationEvent | CallbackEvent | ComponentEvent]
): Promise<void> {
  return cache.runSteps(transaction, appendedChange(capabilities, project, event));
}

const AFTER: QueryTemplate<LiveTables, Change> = {
  shape: 'changes after a place',
  build: (query, value) =>
    query
      .selectFrom('changes')
      .select(['position', 'app_id as appId', 'project', 'event'])
      .where('position', '>', value<number>('after'))
      .orderBy('position')
      .limit(value<number>('limit')),
};

/** What has changed lately of applications and components, in the order of the commits. */
export class ChangeLog {
  readonly #database: SqlDatabase<LiveTables>;

  constructor(database: SqlDatabase<LiveTables>) {
    this.#database = database;
  }

  /** Makes the row that changes take their places from, where it is not there yet. */
  async prepare(): Promise<void> {
    const { cache, query } = this.#database;
    if ((await cache.first(query, HEAD, {})) !== undefined) return;
    try {
      await query.insertInto('change_heads').values({ name: NAME, position: 0 }).execute();
    } catch (thrown) {
      if (!isUniqueViolation(thrown)) throw thrown;
    }
  }

  /** The place of the newest change. */
  async head(): Promise<number> {
    const { query } = this.#database;
    // The row knows the last place that was given from it, the changes those that were not.
    const [given, stored] = await Promise.all(
      (['change_heads', 'changes'] as const).map((table) => last(query, table).executeTakeFirst()),
    );
    return Math.max(Number(given?.position ?? 0), Number(stored?.position ?? 0));
  }

  /** The changes after a place, in order, and whether none of those that were there is gone. */
  async read(after: number, limit: number): Promise<TailPage<Change>> {
    const { cache, query } = this.#database;
    const { rows } = await cache.run(query, AFTER, { after, limit });
    // Places have no gaps: what is missing at the beginning was removed, and nothing else ever is.
    const complete = rows[0] === undefined || rows[0].position === after + 1;
    return { entries: rows, complete, next: rows.at(-1)?.position ?? after };
  }
}

/** The event of an application that was created, changed or deleted. */
export function applicationEvent(
  { id: appId, name, namespace, project, revision }: ApplicationRow,
  change: ApplicationEvent['change'],
  time: number,
): ApplicationEvent {
  return {
    kind: 'application',
    appId,
    time: instant(time),
    change,
    application: { name, namespace, project, revision },
  };
}

/** The event of a component whose state changed. */
export function componentEvent(
  { id, app_id: appId, name }: ComponentRow,
  { status, reason, message, readyReplicas }: ComponentState,
  time: number,
): ComponentEvent {
  const component = { id, name, status, reason, message: message.message, ...encodeTexts({ message }), readyReplicas };
  return { kind: 'component', appId, time: instant(time), component };
}

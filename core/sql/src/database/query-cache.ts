import { ProgrammingError } from '@kubemin/base';
import { type Compilable, type CompiledQuery, type Kysely, type QueryResult, type RawBuilder, sql } from 'kysely';

/** Stands where a value will be. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Names a value that is bound each time. */
export type NamedValue = <T>(name: string) => RawBuilder<T>;

/** A row with the place of a value in every column. */
export type NamedRow<Row> = { readonly [Column in keyof Row]: RawBuilder<Row[Column]> };

/** Names the values of a row by its columns; `suffix` distinguishes them from those of other rows in the same query. */
export function namedRow<Row extends object>(row: Row, value: NamedValue, suffix = ''): NamedRow<Row> {
  const names: object = Object.fromEntries(Object.keys(row).map((column) => [column, value(`${column}${suffix}`)]));
  assertNamed(names, row);
  return names;
}

/** The values of rows that are named with their index as the suffix. */
export function numberedValues(rows: readonly object[]): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  // Runs with every transition: no lists in between.
  rows.forEach((row, index) => {
    for (const [column, value] of Object.entries(row)) values[`${column}${index}`] = value;
  });
  return values;
}

/** A query whose values have names. */
export interface QueryTemplate<Tables, R> {
  /** Equal for queries that differ in nothing but named values. @default none: it is built each time */
  readonly shape?: string;
  build(query: Kysely<Tables>, value: NamedValue): Compilable<R>;
}

/**
 * Runs a query as a transaction of its own. Queries that are asked for at the same time may share a commit, and run in
 * the order of their keys then: what is locked has to be named by the key.
 */
export type RunAlone = (query: CompiledQuery, key: string) => Promise<QueryResult<unknown>>;

/** Runs a query as a transaction of its own, without going through Kysely. */
export type RunDirectly = (query: CompiledQuery) => Promise<QueryResult<unknown>>;

/** Ways of running queries that a database has. */
export interface QueryRunners {
  /** @default through Kysely */
  readonly directly?: RunDirectly | undefined;
  /** @default like any other query */
  readonly alone?: RunAlone | undefined;
}

/**
 * Caches queries as compiled SQL. Compiling one takes longer than SQLite takes to run it, so what runs for
 * every transition is compiled once. Made for a limited number of shapes: none is ever evicted.
 */
export class QueryCache<Tables> {
  readonly #query: Kysely<Tables>;
  readonly #compiled = new Map<string, CompiledQuery>();
  readonly #directly: RunDirectly;
  readonly #alone: RunAlone;

  constructor(query: Kysely<Tables>, { directly, alone }: QueryRunners = {}) {
    this.#query = query;
    this.#directly = directly ?? ((compiled) => query.executeQuery(compiled));
    this.#alone = alone ?? this.#directly;
  }

  /** Runs the query with these values, on its own or in a transaction of the same database. */
  async run<R>(
    on: Kysely<Tables>,
    template: QueryTemplate<Tables, R>,
    values: Readonly<Record<string, unknown>>,
  ): Promise<StatementResult<R>> {
    const query = this.bind(template, values);
    return withRowType(await (on === this.#query ? this.#directly(query) : on.executeQuery<unknown>(query)));
  }

  /** Runs steps as a part of a transaction of the same database. */
  runSteps<R>(on: Kysely<Tables>, steps: Steps<Tables, R>): Promise<R> {
    return runStepsAsync(steps, ({ template, values }) => on.executeQuery<unknown>(this.bind(template, values)));
  }

  /** Runs the query as a transaction of its own; `key` names what it changes. See `RunAlone`. */
  async alone<R>(
    template: QueryTemplate<Tables, R>,
    values: Readonly<Record<string, unknown>>,
    key: string,
  ): Promise<StatementResult<R>> {
    return withRowType(await this.#alone(this.bind(template, values), key));
  }

  /** The first row, or undefined when there is none. */
  async first<R>(
    on: Kysely<Tables>,
    template: QueryTemplate<Tables, R>,
    values: Readonly<Record<string, unknown>>,
  ): Promise<R | undefined> {
    const { rows } = await this.run(on, template, values);
    return rows[0];
  }

  /** The query with these values. */
  bind(template: QueryTemplate<Tables, unknown>, values: Readonly<Record<string, unknown>>): CompiledQuery {
    const compiled = this.#compile(template);
    const parameters = compiled.parameters.map((each) => (each instanceof Placeholder ? values[each.name] : each));
    return { ...compiled, parameters };
  }

  #compile({ shape, build }: QueryTemplate<Tables, unknown>): CompiledQuery {
    const known = shape === undefined ? undefined : this.#compiled.get(shape);
    if (known !== undefined) return known;
    const compiled = build(this.#query, (name) => sql`${new Placeholder(name)}`).compile();
    if (shape !== undefined) this.#compiled.set(shape, compiled);
    return compiled;
  }
}

function assertNamed<Row extends object>(names: object, row: Row): asserts names is NamedRow<Row> {
  if (Object.keys(row).some((column) => !(column in names))) {
    throw new ProgrammingError('a column of a row has no name', 'SQL_FAILED');
  }
}

/** The result of a statement. */
type StatementResult<R> = Omit<QueryResult<R>, 'insertId'>;

/** One statement of a transaction that is written as steps. */
export interface Step<Tables> {
  readonly template: QueryTemplate<Tables, unknown>;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * A transaction, or a part of one, that needs nothing but the results of its own statements: a database in this process
 * runs it without yielding the thread. Made by a generator function that does `yield* step(…)`, and lets errors out.
 */
export type Steps<Tables, R> = Generator<Step<Tables>, R, StatementResult<unknown>>;

/** Runs a transaction whose statements return synchronously. What `work` throws undoes it. */
export type RunSync = <R>(work: (run: (query: CompiledQuery) => QueryResult<unknown>) => R) => Promise<R>;

const NO_VALUES: Readonly<Record<string, unknown>> = {};

/** Runs a statement with these values. */
export function* step<Tables, R>(
  template: QueryTemplate<Tables, R>,
  values: Readonly<Record<string, unknown>> = NO_VALUES,
): Steps<Tables, StatementResult<R>> {
  return withRowType(yield { template, values });
}

/** The same, for its first row; undefined when there is none. */
export function* firstRow<Tables, R>(
  template: QueryTemplate<Tables, R>,
  values: Readonly<Record<string, unknown>> = NO_VALUES,
): Steps<Tables, R | undefined> {
  const { rows } = yield* step(template, values);
  return rows[0];
}

/** Runs the steps with synchronous statements. */
export function runSteps<Tables, R>(
  steps: Steps<Tables, R>,
  execute: (step: Step<Tables>) => StatementResult<unknown>,
): R {
  let next = steps.next();
  while (!next.done) next = steps.next(execute(next.value));
  return next.value;
}

/** Runs the steps with asynchronous statements. */
async function runStepsAsync<Tables, R>(
  steps: Steps<Tables, R>,
  execute: (step: Step<Tables>) => Promise<StatementResult<unknown>>,
): Promise<R> {
  let next = steps.next();
  while (!next.done) next = steps.next(await execute(next.value));
  return next.value;
}

/** Kysely derives R from the query; see `assertRows`. */
function withRowType<R>({ rows: found, ...rest }: StatementResult<unknown>): StatementResult<R> {
  const rows: readonly unknown[] = found;
  assertRows<R>(rows);
  return { ...rest, rows };
}

/** Kysely derives R from the query and the table types; at run time a database has nothing to check it against. */
export function assertRows<R>(rows: readonly unknown[]): asserts rows is R[] {
  if (!Array.isArray(rows))
    throw new ProgrammingError('the database returned something that is not a list of rows', 'SQL_FAILED');
}

/** What every database binds as it is. */
export type SqlScalar = null | number | bigint | string | Uint8Array;

const INT64_MAX = 2n ** 63n - 1n;

/** Checks and converts the bound values of one statement. */
export function toScalars(query: { readonly sql: string; readonly parameters: readonly unknown[] }): SqlScalar[] {
  return query.parameters.map((value, index) => toScalar(value, index, query.sql));
}

/**
 * Anything that is not a scalar is refused before a driver sees it: node:sqlite takes a leading object for named
 * parameters and binds every later value one column too early, others turn dates and lists into text of their own
 * making. Booleans are 0 and 1 everywhere.
 */
function toScalar(value: unknown, index: number, sql: string): SqlScalar {
  if (value === null || typeof value === 'string' || value instanceof Uint8Array) return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'bigint' && value <= INT64_MAX && value >= -INT64_MAX - 1n) return value;
  const what = typeof value === 'object' ? (value?.constructor?.name ?? 'Object') : `${typeof value} ${String(value)}`;
  throw new ProgrammingError(
    `parameter ${index + 1} is ${what}, which cannot be stored: pass a string, finite number, 64-bit bigint, boolean, bytes or null (in: ${sql})`,
    'SQL_BAD_PARAMETER',
  );
}

import { type Compilable, type CompiledQuery, type Kysely, type QueryResult, type RawBuilder, sql } from 'kysely';
import { assertRows } from './result-rows.ts';
import { sqlError } from './sql-error.ts';

/** Stands where a value will be. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Names a value that is given anew each time. */
export type NamedValue = <T>(name: string) => RawBuilder<T>;

/** A row with the place of a value in every column. */
export type NamedRow<Row> = { readonly [Column in keyof Row]: RawBuilder<Row[Column]> };

/** Names the values of a row by its columns; `suffix` tells them from those of other rows in the same query. */
export function namedRow<Row extends object>(row: Row, value: NamedValue, suffix = ''): NamedRow<Row> {
  const names: object = Object.fromEntries(Object.keys(row).map((column) => [column, value(`${column}${suffix}`)]));
  assertNamed(names, row);
  return names;
}

/** A query whose values have names. */
export interface QueryTemplate<Tables, R> {
  /** Equal for queries that differ in nothing but named values. */
  readonly shape: string;
  build(query: Kysely<Tables>, value: NamedValue): Compilable<R>;
}

/**
 * Runs a query as a transaction of its own. Queries that are asked for at the same time may share a commit, and run in
 * the order of their keys then: what is locked has to be named by the key.
 */
export type RunAlone = (query: CompiledQuery, key: string) => Promise<QueryResult<unknown>>;

/**
 * Remembers queries as the SQL they become. Building one anew takes longer than SQLite takes to run it, so what runs for
 * every transition is built once. Made for a limited number of shapes: none is ever forgotten.
 */
export class QueryCache<Tables> {
  readonly #query: Kysely<Tables>;
  readonly #compiled = new Map<string, CompiledQuery>();

  readonly #alone: RunAlone;

  constructor(query: Kysely<Tables>, alone: RunAlone = (compiled) => query.executeQuery(compiled)) {
    this.#query = query;
    this.#alone = alone;
  }

  /** Runs the query with these values, on its own or in a transaction of the same database. */
  async run<R>(
    on: Kysely<Tables>,
    template: QueryTemplate<Tables, R>,
    values: Readonly<Record<string, unknown>>,
  ): Promise<Omit<QueryResult<R>, 'insertId'>> {
    return typed(await on.executeQuery<unknown>(this.#filled(template, values)));
  }

  /** Runs the query by itself; `key` names what it changes. See `RunAlone`. */
  async alone<R>(
    template: QueryTemplate<Tables, R>,
    values: Readonly<Record<string, unknown>>,
    key: string,
  ): Promise<Omit<QueryResult<R>, 'insertId'>> {
    return typed(await this.#alone(this.#filled(template, values), key));
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

  #filled(template: QueryTemplate<Tables, unknown>, values: Readonly<Record<string, unknown>>): CompiledQuery {
    const compiled = this.#compiledOf(template);
    const parameters = compiled.parameters.map((each) => (each instanceof Placeholder ? values[each.name] : each));
    return { ...compiled, parameters };
  }

  #compiledOf({ shape, build }: QueryTemplate<Tables, unknown>): CompiledQuery {
    const known = this.#compiled.get(shape);
    if (known !== undefined) return known;
    const compiled = build(this.#query, (name) => sql`${new Placeholder(name)}`).compile();
    this.#compiled.set(shape, compiled);
    return compiled;
  }
}

function typed<R>({ rows: found, ...rest }: QueryResult<unknown>): Omit<QueryResult<R>, 'insertId'> {
  const rows: readonly unknown[] = found;
  assertRows<R>(rows);
  return { ...rest, rows };
}

function assertNamed<Row extends object>(names: object, row: Row): asserts names is NamedRow<Row> {
  if (Object.keys(row).some((column) => !(column in names))) {
    throw sqlError('SQL_FAILED', 'a column of a row has no name');
  }
}

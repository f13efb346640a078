import type { CompiledQuery, QueryResult } from 'kysely';
import type { QueryTemplate } from './query-cache.ts';
import { assertRows } from './result-rows.ts';

/** What a statement was answered. */
export type Answer<R> = Omit<QueryResult<R>, 'insertId'>;

/** One statement of a transaction that is written as steps. */
export interface Step<Tables> {
  readonly template: QueryTemplate<Tables, unknown>;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * A transaction, or a part of one, that needs nothing but the answers to its own statements: a database in this process
 * runs it without letting go of the thread. Made by a generator function that does `yield* step(…)`, and lets errors out.
 */
export type Steps<Tables, R> = Generator<Step<Tables>, R, Answer<unknown>>;

/** Runs a transaction whose statements are answered at once. What `work` throws undoes it. */
export type RunAtOnce = <R>(work: (run: (query: CompiledQuery) => QueryResult<unknown>) => R) => Promise<R>;

const NO_VALUES: Readonly<Record<string, unknown>> = {};

/** Runs a statement with these values. */
export function* step<Tables, R>(
  template: QueryTemplate<Tables, R>,
  values: Readonly<Record<string, unknown>> = NO_VALUES,
): Steps<Tables, Answer<R>> {
  return typed(yield { template, values });
}

/** The same, for its first row; undefined when there is none. */
export function* firstOf<Tables, R>(
  template: QueryTemplate<Tables, R>,
  values: Readonly<Record<string, unknown>> = NO_VALUES,
): Steps<Tables, R | undefined> {
  const { rows } = yield* step(template, values);
  return rows[0];
}

/** Follows the steps, each answered at once. */
export function followed<Tables, R>(steps: Steps<Tables, R>, answer: (step: Step<Tables>) => Answer<unknown>): R {
  let next = steps.next();
  while (!next.done) next = steps.next(answer(next.value));
  return next.value;
}

/** Follows the steps, each answered in its time. */
export async function followedInTime<Tables, R>(
  steps: Steps<Tables, R>,
  answer: (step: Step<Tables>) => Promise<Answer<unknown>>,
): Promise<R> {
  let next = steps.next();
  while (!next.done) next = steps.next(await answer(next.value));
  return next.value;
}

/** Kysely derives R from the query; see `assertRows`. */
export function typed<R>({ rows: found, ...rest }: Answer<unknown>): Answer<R> {
  const rows: readonly unknown[] = found;
  assertRows<R>(rows);
  return { ...rest, rows };
}

import { type Clock, Counter, Histogram, KubeminError, type MetricRegistry } from '@kubemin/base';
import type { CompiledQuery } from 'kysely';
import type { QueryObserver } from './sql-database.ts';

/** Reports statements that bypass Kysely to an observer; Kysely reports the others. */
export class StatementObserver {
  readonly #observer: QueryObserver | undefined;
  readonly #clock: Clock;

  constructor({ onQuery, clock }: { readonly onQuery?: QueryObserver | undefined; readonly clock: Clock }) {
    this.#observer = onQuery;
    this.#clock = clock;
  }

  /** Runs and reports a synchronous statement. */
  observeSync<R>(query: CompiledQuery, run: () => R): R {
    if (this.#observer === undefined) return run();
    const begun = this.#clock.monotonic();
    try {
      const result = run();
      this.#report(query, begun);
      return result;
    } catch (error) {
      this.#report(query, begun, error);
      throw error;
    }
  }

  async observe<R>(query: CompiledQuery, run: () => Promise<R>): Promise<R> {
    if (this.#observer === undefined) return run();
    const begun = this.#clock.monotonic();
    try {
      const result = await run();
      this.#report(query, begun);
      return result;
    } catch (error) {
      this.#report(query, begun, error);
      throw error;
    }
  }

  #report({ sql, parameters }: CompiledQuery, begun: number, error?: unknown): void {
    this.#observer?.({ sql, parameters, durationMs: this.#clock.monotonic() - begun, error });
  }
}

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts and times statements; pass it as `onQuery` when opening a database. */
export function statementMetrics(registry: MetricRegistry): QueryObserver {
  const duration = registry
    .add(
      new Histogram({
        name: 'kubemin_database_statement_seconds',
        help: 'How long statements took, those that failed included.',
        buckets: SECONDS,
      }),
    )
    .series({});
  const errors = registry.add(
    new Counter({
      name: 'kubemin_database_errors_total',
      help: 'Statements that failed, by the code of the error; conflicts that are repeated are among them.',
      labels: ['code'],
    }),
  );
  return ({ durationMs, error }) => {
    duration.observe(durationMs / 1000);
    if (error !== undefined) errors.series({ code: error instanceof KubeminError ? error.code : 'SQL_FAILED' }).add();
  };
}

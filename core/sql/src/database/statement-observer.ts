import type { Clock } from '@kubemin/base';
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

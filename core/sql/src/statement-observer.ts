import type { Clock } from '@kubemin/base';
import type { CompiledQuery } from 'kysely';
import type { QueryObserver } from './sql-database.ts';

/** Tells an observer of what does not go through Kysely, which tells of the rest. */
export class StatementObserver {
  readonly #observer: QueryObserver | undefined;
  readonly #clock: Clock;

  constructor({ onQuery, clock }: { readonly onQuery?: QueryObserver | undefined; readonly clock: Clock }) {
    this.#observer = onQuery;
    this.#clock = clock;
  }

  /** Runs a statement that is answered at once. */
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

import type { CompiledQuery, QueryResult } from 'kysely';
import { hasSqlCode, type RepeatOptions, repeatOnConflict, toScalars } from '../database/index.ts';
import type { Session, Statement } from './session.ts';
import type { SessionPool } from './session-pool.ts';

interface Entry extends Statement {
  /** Statements of one transaction run in this order, so that no two transactions wait for each other. */
  readonly key: string;
  readonly resolve: (result: QueryResult<unknown>) => void;
  readonly reject: (error: unknown) => void;
}

const LANES = 2;
const MOST_TOGETHER = 64;

/**
 * Runs statements that are transactions of their own. Those that come while others are under way are sent together and
 * share a commit: under load a statement costs a fraction of a round trip and of a sync. Should one of them fail, what
 * they did is undone and each runs alone, so that a failure affects only its own statement.
 */
export class SharedCommits {
  readonly #pool: SessionPool;
  readonly #repeat: RepeatOptions;
  #waiting: Entry[] = [];
  #busy = 0;
  #asked = false;

  constructor(pool: SessionPool, repeat: RepeatOptions) {
    this.#pool = pool;
    this.#repeat = repeat;
  }

  run(query: CompiledQuery, key: string): Promise<QueryResult<unknown>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ sql: query.sql, parameters: toScalars(query), key, resolve, reject });
      if (this.#asked) return;
      this.#asked = true;
      // Results come in bulk, and their callers issue the next statements: wait for those.
      setImmediate(() => {
        this.#asked = false;
        this.#serve();
      });
    });
  }

  #serve(): void {
    while (this.#busy < LANES && this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MOST_TOGETHER).sort(byKey);
      this.#busy += 1;
      void this.#run(batch).then(() => {
        this.#busy -= 1;
        this.#serve();
      });
    }
  }

  async #run(batch: readonly Entry[]): Promise<void> {
    const spoilt = batch.length > 1 ? await this.#lend(batch, together) : batch;
    const alone = (session: Session, entries: readonly Entry[]) => this.#each(session, entries);
    for (const entry of spoilt) await this.#lend([entry], alone);
  }

  async #each(session: Session, entries: readonly Entry[]): Promise<readonly Entry[]> {
    for (const { sql, parameters, resolve, reject } of entries) {
      await repeatOnConflict(this.#repeat, () => session.execute(sql, parameters)).then(resolve, reject);
    }
    return [];
  }

  /** Without a connection every entry is rejected; otherwise rejects the entries that `work` leaves open. */
  async #lend(
    batch: readonly Entry[],
    work: (session: Session, batch: readonly Entry[]) => Promise<readonly Entry[]>,
  ): Promise<readonly Entry[]> {
    let session: Session;
    try {
      session = await this.#pool.acquire();
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return [];
    }
    try {
      return await work(session, batch);
    } finally {
      this.#pool.release(session);
    }
  }
}

/** Leaves all of them undone when one fails. */
async function together(session: Session, batch: readonly Entry[]): Promise<readonly Entry[]> {
  try {
    const results = await session.together(batch);
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] ?? { rows: [] });
    return [];
  } catch (error) {
    if (!hasSqlCode(error, 'SQL_COMMIT_UNKNOWN')) return batch;
    for (const { reject } of batch) reject(error);
    return [];
  }
}

/** What has the same key stays in the order it came. */
function byKey(one: Entry, other: Entry): number {
  if (one.key === other.key) return 0;
  return one.key < other.key ? -1 : 1;
}

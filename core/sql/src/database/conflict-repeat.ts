import { backoffDelay, type Clock, type Random } from '@kubemin/base';
import { hasSqlCode } from './sql-error.ts';

/** What waiting between two attempts needs. */
export interface RepeatOptions {
  readonly clock: Clock;
  readonly random: Random;
}

const ATTEMPTS = 10;
const BACKOFF = { minMs: 2, maxMs: 200 };

/** Does a whole transaction again when the database undid it because of another one: nothing of it is stored then. */
export async function repeatOnConflict<R>({ clock, random }: RepeatOptions, transaction: () => Promise<R>): Promise<R> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!hasSqlCode(error, 'SQL_CONFLICT') || attempt + 1 === ATTEMPTS) throw error;
      await clock.sleep(backoffDelay(BACKOFF, attempt, random));
    }
  }
}

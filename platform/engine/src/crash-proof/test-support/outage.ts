import { systemClock } from '@kubemin/base';
import type { ProofDatabase } from './postgres-database.ts';
import type { Incident } from './prove.ts';

/** Makes the database unreachable for a while. */
export function databaseCut(database: ProofDatabase, ms: number, afterRuns: number): Incident {
  return {
    afterRuns,
    happen: async () => {
      database.cut();
      await systemClock.sleep(ms);
      database.restore();
    },
  };
}

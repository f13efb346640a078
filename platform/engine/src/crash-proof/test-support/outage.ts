import { systemClock } from '@kubemin/base';
import type { ProofDatabase } from './postgres-database.ts';
import type { Incident } from './run-proof.ts';

/** Makes the database unreachable for a while. */
export function databaseCut(database: ProofDatabase, ms: number, afterRuns: number): Incident {
  return {
    afterRuns,
    run: async () => {
      database.cut();
      await systemClock.sleep(ms);
      database.restore();
    },
  };
}

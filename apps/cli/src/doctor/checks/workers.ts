import { inBoth } from '../../language/catalogue.ts';
import { doctorWords } from '../../language/words/doctor.ts';
import type { Check } from '../check.ts';

/** Whether an instance lives that executes runs. */
export const workersCheck: Check = {
  name: 'workers',
  title: inBoth(doctorWords, (say) => say.workers),
  needs: 'platform',
  look: async ({ connection }) => {
    const { workers } = await connection.client.metricsWorkers();
    const alive = workers.filter((worker) => worker.alive);
    if (alive.length > 0)
      return { outcome: 'pass', found: inBoth(doctorWords, (say) => say.workersLive(alive.length)) };
    return {
      outcome: 'fail',
      found: inBoth(doctorWords, (say) => say.noWorkers),
      fix: inBoth(doctorWords, (say) => say.startWorker),
    };
  },
};

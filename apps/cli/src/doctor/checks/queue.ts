import { formatDuration } from '../../duration.ts';
import { inBoth } from '../../language/catalogue.ts';
import { doctorWords } from '../../language/words/doctor.ts';
import type { Check } from '../check.ts';

const TOO_LONG_MS = 5 * 60_000;

/** Whether news of work gets through, and whether work waits too long. */
export const queueCheck: Check = {
  name: 'queue',
  title: inBoth(doctorWords, (say) => say.queue),
  needs: 'platform',
  look: async ({ connection }) => {
    const { client } = connection;
    const [{ instance }, { queue }] = await Promise.all([client.readiness(), client.metricsSummary()]);
    const { driver, status } = instance.queue;
    if (status !== 'up') {
      return {
        outcome: 'warn',
        found: inBoth(doctorWords, (say) => say.queueDown(driver)),
        fix: inBoth(doctorWords, (say) => say.mendQueue),
      };
    }
    const oldest = formatDuration(queue.oldestWaitMs);
    if (queue.oldestWaitMs > TOO_LONG_MS) {
      return {
        outcome: 'warn',
        found: inBoth(doctorWords, (say) => say.waitsLong(oldest)),
        fix: inBoth(doctorWords, (say) => say.seeQueue),
      };
    }
    const { waiting, running } = queue;
    return { outcome: 'pass', found: inBoth(doctorWords, (say) => say.queueFine(driver, waiting, running)) };
  },
};

import { PlatformError } from '@kubemin/client';
import { inBoth } from '../../language/catalogue.ts';
import { doctorWords } from '../../language/words/doctor.ts';
import type { Check } from '../check.ts';

/** Whether Prometheus can ask, as far as this token tells. */
export const metricsCheck: Check = {
  name: 'metrics',
  title: inBoth(doctorWords, (say) => say.metrics),
  needs: 'platform',
  look: async ({ connection }) => {
    try {
      await connection.client.metrics();
      return { outcome: 'pass', found: inBoth(doctorWords, (say) => say.metricsServed(`${connection.url}/metrics`)) };
    } catch (error) {
      if (!(error instanceof PlatformError) || error.status === undefined) throw error;
      return {
        outcome: 'warn',
        found: { en: error.message, zh: error.message },
        fix: inBoth(doctorWords, (say) => say.allowMetrics),
      };
    }
  },
};

import { toError } from '@kubemin/base';
import { inBoth } from '../../language/catalogue.ts';
import { doctorWords } from '../../language/words/doctor.ts';
import { VERSION } from '../../version.ts';
import type { Check } from '../check.ts';

/** Whether there is a platform, whether it answers, and whether it is of this version. */
export const serverCheck: Check = {
  name: 'server',
  title: inBoth(doctorWords, (say) => say.server),
  needs: 'nothing',
  look: async ({ connection, absence }) => {
    if (connection === undefined) {
      const found = absence ?? inBoth(doctorWords, (say) => say.noPlatform);
      return { outcome: 'fail', found, fix: inBoth(doctorWords, (say) => say.startOne) };
    }
    const { client, url } = connection;
    try {
      const { version, status, message } = await client.readiness();
      if (version !== undefined && version !== VERSION) {
        return {
          outcome: 'warn',
          found: inBoth(doctorWords, (say) => say.skew(VERSION, version)),
          fix: inBoth(doctorWords, (say) => say.sameVersion),
        };
      }
      if (status === 'ready')
        return { outcome: 'pass', found: inBoth(doctorWords, (say) => say.answers(url, VERSION)) };
      const why = message ?? status;
      return {
        outcome: 'warn',
        found: { en: why, zh: why },
        fix: inBoth(doctorWords, (say) => say.listClusters),
      };
    } catch (error) {
      const why = toError(error).message;
      return {
        outcome: 'fail',
        found: { en: why, zh: why },
        fix: inBoth(doctorWords, (say) => say.startOne),
      };
    }
  },
};

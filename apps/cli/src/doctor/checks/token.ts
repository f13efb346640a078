import { PlatformError } from '@kubemin/client';
import { inBoth } from '../../language/catalogue.ts';
import { doctorWords } from '../../language/words/doctor.ts';
import type { Check } from '../check.ts';

const SOON_MS = 7 * 86_400_000;

/** Whether the token is accepted, for what, and for how long. */
export const tokenCheck: Check = {
  name: 'token',
  title: inBoth(doctorWords, (say) => say.token),
  needs: 'platform',
  look: async ({ connection, context }) => {
    try {
      const { user, scopes, expireTime } = await connection.client.whoami();
      if (expireTime !== undefined && Date.parse(expireTime) - context.clock.now() < SOON_MS) {
        return {
          outcome: 'warn',
          found: inBoth(doctorWords, (say) => say.expires(user, expireTime)),
          fix: inBoth(doctorWords, (say) => say.newToken),
        };
      }
      const allowed = scopes?.join(' ');
      return { outcome: 'pass', found: inBoth(doctorWords, (say) => say.tokenOf(user, allowed ?? say.everything)) };
    } catch (error) {
      if (!(error instanceof PlatformError) || error.status !== 401) throw error;
      return {
        outcome: 'fail',
        found: { en: error.message, zh: error.message },
        fix: inBoth(doctorWords, (say) => say.newToken),
      };
    }
  },
};

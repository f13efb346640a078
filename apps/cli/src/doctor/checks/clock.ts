import { inBoth } from '../../language/catalogue.ts';
import { doctorWords } from '../../language/words/doctor.ts';
import type { Check } from '../check.ts';

/** Dates in HTTP are full seconds, and the answer takes its time. */
const TOLERATED_MS = 5_000;

/** Whether this machine and the platform agree what time it is; tokens and leases need that. */
export const clockCheck: Check = {
  name: 'clock',
  title: inBoth(doctorWords, (say) => say.clock),
  needs: 'platform',
  look: async ({ connection, context }) => {
    const response = await fetch(`${connection.url}/healthz`);
    await response.body?.cancel();
    const theirs = Date.parse(response.headers.get('date') ?? '');
    const apart = Math.round(Math.abs(context.clock.now() - theirs) / 1000);
    if (Number.isNaN(theirs)) return { outcome: 'skip', found: inBoth(doctorWords, (say) => say.noDate) };
    if (apart * 1000 <= TOLERATED_MS) return { outcome: 'pass', found: inBoth(doctorWords, (say) => say.sameTime) };
    return {
      outcome: 'warn',
      found: inBoth(doctorWords, (say) => say.apart(apart)),
      fix: inBoth(doctorWords, (say) => say.setClock),
    };
  },
};

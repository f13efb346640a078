import { allApplications } from '../../all-applications.ts';
import { inBoth } from '../../language/catalogue.ts';
import { doctorWords } from '../../language/words/doctor.ts';
import type { Check } from '../check.ts';

/** Whether all applications run as they should. */
export const applicationsCheck: Check = {
  name: 'applications',
  title: inBoth(doctorWords, (say) => say.applications),
  needs: 'platform',
  look: async ({ connection }) => {
    const applications = await allApplications(connection.client);
    const degraded = applications.filter(({ health }) => health.phase === 'Degraded');
    const [first] = degraded;
    if (first === undefined) {
      return { outcome: 'pass', found: inBoth(doctorWords, (say) => say.noneDegraded(applications.length)) };
    }
    const reasons = degraded.map(({ name, health }) => `${name}: ${health.reason}`).join('; ');
    return {
      outcome: 'warn',
      found: inBoth(doctorWords, (say) => say.degraded(reasons)),
      fix: inBoth(doctorWords, (say) => say.seeDegraded(first.name)),
    };
  },
};

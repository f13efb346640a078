import { inBoth } from '../../language/catalogue.ts';
import { doctorWords } from '../../language/words/doctor.ts';
import type { Check } from '../check.ts';
import { clusterObjects } from '../cluster-objects.ts';

/** Whether something serves what the ingress trait asks for. */
export const ingressClassCheck: Check = {
  name: 'ingress-class',
  title: inBoth(doctorWords, (say) => say.ingressClass),
  needs: 'platform',
  look: async (patient) => {
    const classes = await clusterObjects(patient, { apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass' });
    if (classes === undefined) return { outcome: 'skip', found: inBoth(doctorWords, (say) => say.noKubeconfig) };
    const names = classes.map(({ name }) => name).join(', ');
    if (classes.length > 0) return { outcome: 'pass', found: { en: names, zh: names } };
    return {
      outcome: 'warn',
      found: inBoth(doctorWords, (say) => say.noIngress),
      fix: inBoth(doctorWords, (say) => say.installIngress),
    };
  },
};

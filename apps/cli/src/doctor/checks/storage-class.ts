import { inBoth } from '../../language/catalogue.ts';
import { doctorWords } from '../../language/words/doctor.ts';
import type { Check } from '../check.ts';
import { clusterObjects } from '../cluster-objects.ts';

const DEFAULT = 'storageclass.kubernetes.io/is-default-class';

/** Whether claims that name no class get a volume. */
export const storageClassCheck: Check = {
  name: 'storage-class',
  title: inBoth(doctorWords, (say) => say.storageClass),
  needs: 'platform',
  look: async (patient) => {
    const classes = await clusterObjects(patient, { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass' });
    if (classes === undefined) return { outcome: 'skip', found: inBoth(doctorWords, (say) => say.noKubeconfig) };
    const standard = classes.find(({ annotations }) => annotations[DEFAULT] === 'true');
    if (standard !== undefined) {
      return { outcome: 'pass', found: inBoth(doctorWords, (say) => say.defaultIs(standard.name)) };
    }
    return {
      outcome: 'warn',
      found: inBoth(doctorWords, (say) => say.noDefaultStorage),
      fix: inBoth(doctorWords, (say) => say.nameStorage),
    };
  },
};

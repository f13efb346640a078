import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { promisify } from 'node:util';
import { inBoth } from '../../language/catalogue.ts';
import { doctorWords } from '../../language/words/doctor.ts';
import type { Check } from '../check.ts';

/** Whether kubectl is here; `kubemin kubectl` needs it, nothing else does. */
export const kubectlCheck: Check = {
  name: 'kubectl',
  title: inBoth(doctorWords, (say) => say.kubectl),
  needs: 'nothing',
  look: async ({ context }) => {
    try {
      // It is asked about itself: the cluster it would talk to is none of ours to reach.
      const env = { ...context.env, KUBECONFIG: devNull };
      await promisify(execFile)('kubectl', ['version', '--client'], { env, timeout: 10_000 });
      return { outcome: 'pass', found: inBoth(doctorWords, (say) => say.kubectlHere) };
    } catch {
      return {
        outcome: 'warn',
        found: inBoth(doctorWords, (say) => say.noKubectl),
        fix: inBoth(doctorWords, (say) => say.installKubectl),
      };
    }
  },
};

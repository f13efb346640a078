import { execFile } from 'node:child_process';
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
      await promisify(execFile)('kubectl', ['version', '--client'], { env: { ...context.env }, timeout: 10_000 });
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

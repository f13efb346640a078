import { stat } from 'node:fs/promises';
import { configDirectory } from '../../client-config/config-directory.ts';
import { readPrivateJson } from '../../client-config/private-json.ts';
import { inBoth } from '../../language/catalogue.ts';
import { doctorWords } from '../../language/words/doctor.ts';
import type { Check } from '../check.ts';

const OTHERS_MAY_READ = 0o077;

/** Whether contexts and preferences can be read, and by nobody else. */
export const configCheck: Check = {
  name: 'config',
  title: inBoth(doctorWords, (say) => say.config),
  needs: 'nothing',
  look: async ({ context }) => {
    const directory = configDirectory(context);
    for (const file of [directory.platforms, directory.preferences]) {
      const found = await readPrivateJson(file);
      if (found.kind === 'damaged') {
        return {
          outcome: 'fail',
          found: inBoth(doctorWords, (say) => say.damaged(file, found.why)),
          fix: inBoth(doctorWords, (say) => say.mend(file)),
        };
      }
      if (found.kind === 'value' && ((await stat(file)).mode & OTHERS_MAY_READ) !== 0) {
        return {
          outcome: 'warn',
          found: inBoth(doctorWords, (say) => say.readable(file)),
          fix: { en: `chmod 600 ${file}`, zh: `chmod 600 ${file}` },
        };
      }
    }
    return { outcome: 'pass', found: inBoth(doctorWords, (say) => say.configFine(directory.path)) };
  },
};

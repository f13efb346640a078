import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';
import type { CommandContext } from '../../command-context.ts';
import { inBoth } from '../../language/catalogue.ts';
import { doctorWords } from '../../language/words/doctor.ts';
import type { Check } from '../check.ts';

/** Whether kubectl is here; `kubemin kubectl` needs it, nothing else does. */
export const kubectlCheck: Check = {
  name: 'kubectl',
  title: inBoth(doctorWords, (say) => say.kubectl),
  needs: 'nothing',
  look: async ({ context }) => {
    if (await isOnPath(context)) return { outcome: 'pass', found: inBoth(doctorWords, (say) => say.kubectlHere) };
    return {
      outcome: 'warn',
      found: inBoth(doctorWords, (say) => say.noKubectl),
      fix: inBoth(doctorWords, (say) => say.installKubectl),
    };
  },
};

/**
 * It is looked for and not started: distributions of kubectl ask a server for its version even with `--client`, and
 * without a home directory they write a cache into the current one.
 */
async function isOnPath({ env, cwd }: Pick<CommandContext, 'env' | 'cwd'>): Promise<boolean> {
  const directories = (env.PATH ?? '').split(delimiter).filter((directory) => directory !== '');
  const files = directories.flatMap((directory) =>
    ['kubectl', 'kubectl.exe'].map((name) => resolve(cwd, directory, name)),
  );
  const found = await Promise.all(
    files.map((file) =>
      access(file, constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}

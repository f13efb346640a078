import { constants } from 'node:fs';
import { access, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { errorMessage, verbatim } from '@kubemin/base/message';
import { platformModel, readDocumentFile } from '../../documents/index.ts';
import { doctorMessages } from '../../messages/index.ts';
import { CliError, type CommandContext, configDirectory, readPrivateJson } from '../../terminal/index.ts';
import type { Check } from '../check.ts';

const OTHERS_MAY_READ = 0o077;

/** Whether contexts and preferences can be read, and only by their owner. */
export const configCheck: Check = {
  name: 'config',
  title: doctorMessages.config,
  needs: 'nothing',
  run: async ({ context }) => {
    const directory = configDirectory(context);
    for (const file of [directory.platforms, directory.preferences]) {
      const found = await readPrivateJson(file);
      if (found.kind === 'damaged') {
        return {
          outcome: 'fail',
          found: doctorMessages.damaged({ file, why: found.why }),
          fix: doctorMessages.fixFile({ file }),
        };
      }
      if (found.kind === 'value' && ((await stat(file)).mode & OTHERS_MAY_READ) !== 0) {
        return {
          outcome: 'warn',
          found: doctorMessages.readable({ file }),
          fix: verbatim(`chmod 600 ${file}`),
        };
      }
    }
    return { outcome: 'pass', found: doctorMessages.configFine({ path: directory.path }) };
  },
};

/** Whether the document that lies in the current directory is valid. */
export const documentCheck: Check = {
  name: 'document',
  title: doctorMessages.document,
  needs: 'nothing',
  run: async ({ context }) => {
    try {
      const { name, text } = await readDocumentFile(context, undefined);
      const { problems } = platformModel().parseText(text);
      const errors = problems.filter(({ severity }) => severity === 'error').length;
      if (errors === 0) return { outcome: 'pass', found: doctorMessages.documentValid({ file: name }) };
      return {
        outcome: 'fail',
        found: doctorMessages.documentInvalid({ file: name, count: errors }),
        fix: doctorMessages.validate({ file: name }),
      };
    } catch (error) {
      if (!(error instanceof CliError) || error.code !== 'DOCUMENT_MISSING') throw error;
      return { outcome: 'skip', found: doctorMessages.noDocument };
    }
  },
};

/** Whether kubectl is here; `kubemin kubectl` needs it, nothing else does. */
export const kubectlCheck: Check = {
  name: 'kubectl',
  title: doctorMessages.kubectl,
  needs: 'nothing',
  run: async ({ context }) => {
    if (await isOnPath(context)) return { outcome: 'pass', found: doctorMessages.kubectlHere };
    return {
      outcome: 'warn',
      found: doctorMessages.noKubectl,
      fix: doctorMessages.installKubectl,
    };
  },
};

/** Whether `up --runtime containerd` can work here; nothing else needs it. */
export const containerdCheck: Check = {
  name: 'containerd',
  title: doctorMessages.containerd,
  needs: 'nothing',
  run: async ({ context: { clock, env } }) => {
    const { checkContainerd } = await import('@kubemin/node');
    const directory = await mkdtemp(join(tmpdir(), 'kubemin-doctor-'));
    try {
      const programDirectories = searchDirectories(env);
      await checkContainerd({ directory: join(directory, 'runtime'), programDirectories, clock });
      return { outcome: 'pass', found: doctorMessages.containerdWorks };
    } catch (error) {
      return { outcome: 'skip', found: doctorMessages.containerdUnusable({ reason: errorMessage(error) }) };
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

/** Administration programs are in no PATH of ordinary users on some systems. */
function searchDirectories({ PATH = '' }: CommandContext['env']): readonly string[] {
  return [...PATH.split(delimiter).filter((directory) => directory.startsWith('/')), '/usr/sbin', '/sbin'];
}

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

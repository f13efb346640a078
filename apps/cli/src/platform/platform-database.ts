import { resolve } from 'node:path';
import { TerminalError } from '@kubemin/base';
import type { DataDirectory } from '../connection/index.ts';
import { chooseDatabase, type SettingValues } from '../settings/index.ts';

/** The database of a platform, and who else may work on it. */
export type PlatformDatabase =
  /** A file that belongs to one process, which holds `lock`. */
  | { readonly kind: 'exclusive'; readonly url: string; readonly file: string; readonly lock: string }
  /** A server that any number of instances share. */
  | { readonly kind: 'shared'; readonly url: string };

/** The database of the settings; by default a file in the data directory. */
export function platformDatabase(values: SettingValues, directory: DataDirectory, cwd: string): PlatformDatabase {
  const choice = chooseDatabase(values);
  switch (choice.kind) {
    case 'own-file':
      return {
        kind: 'exclusive',
        url: `sqlite:${directory.platformDatabase}`,
        file: directory.platformDatabase,
        lock: directory.lock,
      };
    case 'file': {
      // Two data directories may name one file: the lock has to stand beside the file.
      const path = resolve(cwd, choice.path);
      return { kind: 'exclusive', url: `sqlite:${path}`, file: path, lock: `${path}.lock` };
    }
    case 'server':
      return { kind: 'shared', url: choice.url };
    case 'wrong':
      throw new TerminalError(choice.problem.message, { code: choice.problem.code });
  }
}

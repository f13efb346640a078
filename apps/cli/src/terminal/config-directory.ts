import { join } from 'node:path';
import type { ProcessEnvironment } from './command-context.ts';

/** Where what the command knows of its user is kept, apart from any data directory. */
export interface ConfigDirectory {
  readonly path: string;
  /** Saved platforms, with their tokens. */
  readonly platforms: string;
  readonly preferences: string;
  /** One file per platform that runs on this machine. */
  readonly running: string;
}

/** The directory, as the XDG rules have it: `$XDG_CONFIG_HOME/kubemin`, else `~/.config/kubemin`. */
export function configDirectory({
  env,
  homeDirectory,
}: Pick<ProcessEnvironment, 'env' | 'homeDirectory'>): ConfigDirectory {
  const path = join(env.XDG_CONFIG_HOME || join(homeDirectory, '.config'), 'kubemin');
  return {
    path,
    platforms: join(path, 'contexts.json'),
    preferences: join(path, 'preferences.json'),
    running: join(path, 'running'),
  };
}

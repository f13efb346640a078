import type { CommandContext } from './command-context.ts';
import type { DataDirectory } from './data-directory.ts';
import { ownDataDirectory } from './locate.ts';
import { typedPath } from './typed-path.ts';

/** The command line that starts KubeMin on a data directory, from where the user is. */
export function startCommand(context: CommandContext, { path }: DataDirectory): string {
  const byItself = ownDataDirectory({ ...context, dataDir: undefined }).path === path;
  return byItself ? 'kubemin up' : `kubemin up --data-dir ${typedPath(path, context.cwd)}`;
}

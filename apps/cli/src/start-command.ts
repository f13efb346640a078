import { relative } from 'node:path';
import type { CommandContext } from './command-context.ts';
import type { DataDirectory } from './data-directory.ts';
import { ownDataDirectory } from './locate.ts';

/** The command line that starts KubeMin on a data directory, from where the user is. */
export function startCommand(context: CommandContext, { path }: DataDirectory): string {
  const byItself = ownDataDirectory({ ...context, dataDir: undefined }).path === path;
  return byItself ? 'kubemin up' : `kubemin up --data-dir ${seenFrom(context, path)}`;
}

/** A path as short as it can be typed in the current directory, quoted where a shell would take it apart. */
export function seenFrom({ cwd }: CommandContext, path: string): string {
  const short = path.startsWith(`${cwd}/`) ? relative(cwd, path) : path;
  return /^[\w./:@%+=,-]+$/.test(short) ? short : `'${short.replaceAll("'", "'\\''")}'`;
}

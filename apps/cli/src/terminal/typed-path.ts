import { relative } from 'node:path';

/** A path as one types it in a shell: as short as it can be from `cwd`, and quoted where it would be taken apart. */
export function typedPath(path: string, cwd?: string): string {
  const short = cwd !== undefined && path.startsWith(`${cwd}/`) ? relative(cwd, path) : path;
  return /^[\w./:@%+=,-]+$/.test(short) ? short : `'${short.replaceAll("'", "'\\''")}'`;
}

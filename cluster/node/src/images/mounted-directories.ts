import { readdir, readFile } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';

/**
 * The names directly below a directory that are mounted by processes of this machine, as lower directories of overlays are.
 * Processes whose mounts may not be read are left out: they belong to other users.
 */
export async function findMountedDirectories(parent: string): Promise<readonly string[]> {
  const found = new Set<string>();
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const pid of processes) {
    const text = await readFile(`/proc/${pid}/mountinfo`, 'utf8').catch(() => '');
    for (const path of lowerDirectories(text)) {
      const below = relative(parent, path);
      const [name = ''] = below.split(sep);
      if (name !== '' && name !== '..' && !isAbsolute(below)) found.add(name);
    }
  }
  return [...found].sort();
}

/** The lower directories of all overlays in a text of /proc/PID/mountinfo. */
export function lowerDirectories(mountInfo: string): readonly string[] {
  return [...mountInfo.matchAll(/[ ,]lowerdir\+?=([^\s,]+)/g)].flatMap(([, paths = '']) =>
    // A colon of a path has a backslash before it.
    paths.split(/(?<!\\134):/).map(unescapeMountPath),
  );
}

/** The kernel writes spaces and the like as octal numbers, also the backslashes of the option itself. */
function unescapeMountPath(path: string): string {
  return path
    .replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
    .replace(/\\(.)/g, '$1');
}

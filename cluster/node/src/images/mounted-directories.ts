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
    for (const [, paths = ''] of text.matchAll(/[ ,]lowerdir\+?=([^ ,]+)/g)) {
      for (const path of paths.split(':')) {
        const below = relative(parent, unescapeMountPath(path));
        const [name = ''] = below.split(sep);
        if (name !== '' && name !== '..' && !isAbsolute(below)) found.add(name);
      }
    }
  }
  return [...found].sort();
}

/** The kernel writes spaces and the like as octal numbers. */
function unescapeMountPath(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

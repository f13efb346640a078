import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** A file of a volume that is made from objects of the API. */
export interface VolumeFile {
  readonly content: Uint8Array;
  readonly mode: number;
}

const DATA = '..data';

/**
 * Makes a directory hold exactly these files, by relative path, so that a reader sees either all old or all new ones: the
 * files are written to a new directory, and a link to it is replaced. Each file is a link through `..data`, as programs that
 * watch mounted ConfigMaps expect. Resolves with whether anything changed.
 */
export async function writeAtomically(directory: string, files: ReadonlyMap<string, VolumeFile>): Promise<boolean> {
  await mkdir(directory, { recursive: true });
  const current = await readlink(join(directory, DATA)).catch(() => undefined);
  if (current !== undefined && (await hasFiles(join(directory, current), files))) {
    // A process that was killed may have left them out.
    await linkEntries(directory, files);
    return false;
  }
  await removeLeftovers(directory, current);
  const next = await mkdtemp(join(directory, `..${stamp()}.`));
  await chmod(next, 0o755);
  for (const [path, { content, mode }] of files) {
    const file = join(next, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o755 });
    await writeFile(file, content);
    // Not at creation: the umask would apply.
    await chmod(file, mode);
  }
  await symlink(basename(next), join(directory, '..data_tmp'));
  await rename(join(directory, '..data_tmp'), join(directory, DATA));
  await linkEntries(directory, files);
  if (current !== undefined) await rm(join(directory, current), { recursive: true, force: true });
  return true;
}

/** What a process that was killed has not finished. */
async function removeLeftovers(directory: string, current: string | undefined): Promise<void> {
  for (const entry of await readdir(directory)) {
    if (entry.startsWith('..') && entry !== DATA && entry !== current) {
      await rm(join(directory, entry), { recursive: true, force: true });
    }
  }
}

/** What a container sees at the top: a link for each first part of a path. */
async function linkEntries(directory: string, files: ReadonlyMap<string, VolumeFile>): Promise<void> {
  const wanted = new Set([...files.keys()].map((path) => path.split('/')[0] ?? path));
  for (const entry of await readdir(directory)) {
    if (!entry.startsWith('..') && !wanted.has(entry)) await rm(join(directory, entry), { force: true });
  }
  for (const entry of wanted) {
    await symlink(join(DATA, entry), join(directory, entry)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function hasFiles(directory: string, files: ReadonlyMap<string, VolumeFile>): Promise<boolean> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const found = entries.filter((entry) => entry.isFile());
  if (found.length !== files.size) return false;
  for (const [path, { content }] of files) {
    const present = await readFile(join(directory, path)).catch(() => undefined);
    if (present === undefined || !present.equals(content)) return false;
  }
  return true;
}

/** Only for people who look into the directory: uniqueness comes from mkdtemp. */
function stamp(): string {
  return new Date().toISOString().slice(0, 19).replaceAll(/[-:T]/g, '_');
}

import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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
 * watch mounted ConfigMaps expect. Returns whether anything changed. Synchronous: the files are small, and two writes of one
 * directory must not overlap.
 */
export function writeAtomically(directory: string, files: ReadonlyMap<string, VolumeFile>): boolean {
  mkdirSync(directory, { recursive: true });
  const current = readUnlessMissing(() => readlinkSync(join(directory, DATA)));
  if (current !== undefined && hasFiles(join(directory, current), files)) {
    // A process that was killed may have left them out.
    linkEntries(directory, files);
    return false;
  }
  removeLeftovers(directory, current);
  const next = mkdtempSync(join(directory, `..${stamp()}.`));
  chmodSync(next, 0o755);
  for (const [path, { content, mode }] of files) {
    const file = join(next, path);
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
    writeFileSync(file, content);
    // Not at creation: the umask would apply.
    chmodSync(file, mode);
  }
  symlinkSync(basename(next), join(directory, '..data_tmp'));
  renameSync(join(directory, '..data_tmp'), join(directory, DATA));
  linkEntries(directory, files);
  if (current !== undefined) rmSync(join(directory, current), { recursive: true, force: true });
  return true;
}

/** What a process that was killed has not finished. */
function removeLeftovers(directory: string, current: string | undefined): void {
  for (const entry of readdirSync(directory)) {
    if (entry.startsWith('..') && entry !== DATA && entry !== current) {
      rmSync(join(directory, entry), { recursive: true, force: true });
    }
  }
}

/** What a container sees at the top: a link for each first part of a path. */
function linkEntries(directory: string, files: ReadonlyMap<string, VolumeFile>): void {
  const wanted = new Set([...files.keys()].map((path) => path.split('/')[0] ?? path));
  const present = new Set(readdirSync(directory));
  for (const entry of present) {
    if (!entry.startsWith('..') && !wanted.has(entry)) rmSync(join(directory, entry), { force: true });
  }
  for (const entry of wanted) {
    if (!present.has(entry)) symlinkSync(join(DATA, entry), join(directory, entry));
  }
}

function hasFiles(directory: string, files: ReadonlyMap<string, VolumeFile>): boolean {
  const entries = readUnlessMissing(() => readdirSync(directory, { recursive: true, withFileTypes: true })) ?? [];
  const found = entries.filter((entry) => entry.isFile());
  if (found.length !== files.size) return false;
  for (const [path, { content }] of files) {
    const present = readUnlessMissing(() => readFileSync(join(directory, path)));
    if (present === undefined || !present.equals(content)) return false;
  }
  return true;
}

/** Undefined for what is not there, or cannot be read: it is written again. */
function readUnlessMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Only for people who look into the directory: uniqueness comes from mkdtemp. */
function stamp(): string {
  return new Date().toISOString().slice(0, 19).replaceAll(/[-:T]/g, '_');
}

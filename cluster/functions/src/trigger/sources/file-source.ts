import { createHash } from 'node:crypto';
import { createReadStream, watch } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { TerminalError, WakeSignal } from '@kubemin/base';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import { triggerMessages } from '../../messages/index.ts';
import type { EventTrigger, TriggerSpec } from '../trigger-resource.ts';
import type { SourceContext, SourceEvent, TriggerSource } from '../trigger-source.ts';
import { hashParts } from '../trigger-store.ts';

type FileSpec = NonNullable<TriggerSpec['file']>;

/** A watch of the operating system can lose events. */
const RESCAN_MS = 30_000;
const MAX_FILES = 10_000;
/** Of larger files only size and time are compared. */
const MAX_HASHED_BYTES = 64 * 1024 * 1024;

/** What is known of a file. */
export interface FileMark {
  readonly modified: number;
  readonly size: number;
  readonly hash: string;
}

/** Files by their paths below the directory. */
export type FileMarks = ReadonlyMap<string, FileMark>;

/** A change of a file. */
export interface FileChange {
  readonly kind: 'created' | 'changed' | 'deleted';
  readonly path: string;
  readonly mark: FileMark;
}

/** Whether an editor has made the file for itself. */
export function isEditorFile(path: string): boolean {
  const name = basename(path);
  return /\.sw[a-z]$|~$|^4913$|^\.#|^#.*#$/.test(name);
}

/** The differences between two states of a directory; pure. */
export function diffFiles(before: FileMarks, after: FileMarks): readonly FileChange[] {
  const changes: FileChange[] = [];
  for (const [path, mark] of after) {
    const old = before.get(path);
    if (old === undefined) changes.push({ kind: 'created', path, mark });
    else if (!isSameMark(old, mark)) changes.push({ kind: 'changed', path, mark });
  }
  for (const [path, mark] of before) if (!after.has(path)) changes.push({ kind: 'deleted', path, mark });
  return changes;
}

/** Changes of files in a directory of this machine. */
export const fileSource: TriggerSource = {
  async run(context: SourceContext): Promise<void> {
    const { trigger, checkpoint, clock, signal, accept, ready } = context;
    const spec = requireFile(trigger.spec.file);
    const directory = await allowedDirectory(spec.path, context.fileRoots);
    const changed = new WakeSignal();
    const failure: { error?: Error } = {};
    const watcher = watch(directory, { recursive: spec.recursive, signal }, (_, name) => {
      if (name === null || !isEditorFile(name)) changed.notify();
    });
    watcher.on('error', (error) => {
      failure.error = error;
      changed.notify();
    });
    const cancelRescans = { cancel: (): void => undefined };
    const rescan = (): void => {
      changed.notify();
      cancelRescans.cancel = clock.after(RESCAN_MS, rescan);
    };
    cancelRescans.cancel = clock.after(RESCAN_MS, rescan);
    try {
      let known = readMarks(checkpoint, directory);
      if (known === undefined) {
        // What is there when a trigger is made is not an event.
        known = await scanDirectory(directory, spec.recursive, new Map());
        await accept({ events: [], checkpoint: toCheckpoint(directory, known) });
      } else changed.notify();
      ready();
      while (!signal.aborted) {
        await changed.wait(signal);
        await clock.sleep(spec.debounceMilliseconds, signal);
        if (signal.aborted) return;
        if (failure.error !== undefined) throw failure.error;
        const next = await scanDirectory(directory, spec.recursive, known);
        const changes = diffFiles(known, next);
        if (changes.length === 0) continue;
        const events = changes.filter(({ kind }) => (spec.on ?? ['created', 'changed']).includes(kind));
        await accept({
          events: events.map((change) => toEvent(trigger, directory, change)),
          checkpoint: toCheckpoint(directory, next),
        });
        known = next;
      }
    } finally {
      cancelRescans.cancel();
      watcher.close();
    }
  },
};

function requireFile(file: FileSpec | undefined): FileSpec {
  if (file !== undefined) return file;
  throw new TypeError('spec.file is missing');
}

/** The directory, if it is below one of those that are allowed, links resolved. */
async function allowedDirectory(path: string, roots: readonly string[]): Promise<string> {
  if (roots.length === 0) throw new TerminalError(triggerMessages.filesOff, { code: 'TRIGGER_FILES_OFF' });
  const directory = await realpath(path);
  for (const root of roots) {
    const below = relative(await realpath(root), directory);
    if (below !== '..' && !below.startsWith(`..${sep}`)) return directory;
  }
  const message = triggerMessages.directoryNotAllowed({ path, roots });
  throw new TerminalError(message, { code: 'TRIGGER_DIRECTORY_NOT_ALLOWED' });
}

async function scanDirectory(directory: string, recursive: boolean, known: FileMarks): Promise<FileMarks> {
  const entries = await readdir(directory, { recursive, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !isEditorFile(entry.name));
  if (files.length > MAX_FILES) {
    throw new TerminalError(triggerMessages.tooManyFiles({ count: files.length, limit: MAX_FILES }), {
      code: 'TRIGGER_TOO_MANY_FILES',
    });
  }
  const marks = new Map<string, FileMark>();
  for (const { parentPath, name } of files) {
    const whole = join(parentPath, name);
    const path = relative(directory, whole);
    const mark = await readMark(whole, known.get(path));
    if (mark !== undefined) marks.set(path, mark);
  }
  return marks;
}

/** Undefined for a file that was removed since it was listed. */
async function readMark(path: string, known: FileMark | undefined): Promise<FileMark | undefined> {
  try {
    const { mtimeMs: modified, size } = await stat(path);
    if (known?.modified === modified && known.size === size) return known;
    const hash = size > MAX_HASHED_BYTES ? '' : await hashFile(path);
    return { modified, size, hash };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex').slice(0, 32);
}

function isSameMark(a: FileMark, b: FileMark): boolean {
  return a.modified === b.modified && a.size === b.size && a.hash === b.hash;
}

function toEvent({ metadata }: EventTrigger, directory: string, { kind, path, mark }: FileChange): SourceEvent {
  const { modified, size, hash } = mark;
  return {
    id: hashParts(metadata.uid ?? '', kind, path, modified, size, hash),
    data: { type: 'file', change: kind, path, directory, size, modifiedAt: new Date(modified).toISOString() },
  };
}

function toCheckpoint(directory: string, marks: FileMarks): JsonObject {
  const files: JsonObject = Object.fromEntries(
    [...marks].map(([path, { modified, size, hash }]): [string, JsonValue] => [path, [modified, size, hash]]),
  );
  return { directory, files };
}

/** Undefined when nothing is known of this directory. */
function readMarks(checkpoint: JsonObject | undefined, directory: string): FileMarks | undefined {
  if (checkpoint === undefined || checkpoint.directory !== directory || !isJsonObject(checkpoint.files))
    return undefined;
  const marks = new Map<string, FileMark>();
  for (const [path, mark] of Object.entries(checkpoint.files)) {
    if (!isJsonArray(mark)) continue;
    const [modified, size, hash] = mark;
    marks.set(path, { modified: Number(modified), size: Number(size), hash: String(hash) });
  }
  return marks;
}

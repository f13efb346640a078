import { appendFileSync, type FSWatcher, readFileSync, renameSync, statSync, watch, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '@kubemin/base';
import { nanoTimestamp } from '@kubemin/kubeapi';
import { type LogFormat, ROTATED_LOG } from '../runtime/index.ts';

/**
 * Logs are the bytes that a container wrote, in FILE, and in FILE.1 what was written before the last rotation. When it wrote
 * them is in FILE.times: lines of `inode size time`, each recording that the file had this size at that time. Lines of files that
 * are gone are removed at each rotation; an inode that is used again begins with a smaller size than it had.
 * Stamping each line while it is written would cost a shell more than the container itself.
 */
const TIMES = '.times';
/** Lines that arrive within this time have the same stamp. */
const RESOLUTION_MS = 50;

/** Notes when logs grow, for as long as it is open. */
export class LogClock {
  readonly #clock: Clock;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #sizes = new Map<string, { size: number; inode: number }>();
  readonly #due = new Map<string, () => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Begins to watch a log; its directory exists. */
  follow(file: string): void {
    const directory = dirname(file);
    this.#note(file);
    if (this.#watchers.has(directory)) return;
    const watcher = watchDirectory(directory, (name) => {
      if (name !== null && !name.includes(TIMES) && !name.endsWith(ROTATED_LOG)) this.#noteSoon(join(directory, name));
    });
    if (watcher !== undefined) this.#watchers.set(directory, watcher);
  }

  /** Ends watching a directory. */
  forget(directory: string): void {
    this.#watchers.get(directory)?.close();
    this.#watchers.delete(directory);
    for (const [file, cancel] of this.#due) {
      if (dirname(file) !== directory) continue;
      cancel();
      this.#due.delete(file);
      this.#note(file);
    }
    for (const file of this.#sizes.keys()) if (dirname(file) === directory) this.#sizes.delete(file);
  }

  /** How many logs it remembers. */
  get size(): number {
    return this.#sizes.size;
  }

  close(): void {
    for (const directory of [...this.#watchers.keys()]) this.forget(directory);
    for (const cancel of this.#due.values()) cancel();
  }

  #noteSoon(file: string): void {
    if (this.#due.has(file)) return;
    this.#note(file);
    const again = (): void => {
      this.#due.delete(file);
      this.#note(file);
    };
    this.#due.set(file, this.#clock.after(RESOLUTION_MS, again));
  }

  #note(file: string): void {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return;
    const known = this.#sizes.get(file);
    if (known?.inode === found.ino && known.size === found.size) return;
    this.#sizes.set(file, { size: found.size, inode: found.ino });
    if (known?.inode !== found.ino) trimTimes(file, found.ino);
    // When it was written, and not when that was noticed.
    try {
      appendFileSync(file + TIMES, `${found.ino} ${found.size} ${Math.floor(found.mtimeMs)}\n`);
    } catch {
      // On a full disk lines have the time of the last change instead; the container goes on.
    }
  }
}

/**
 * Calls back with the names of files that change. Undefined where that is not possible: the directory is gone, or the
 * machine allows no more watches. The caller must do without.
 */
export function watchDirectory(directory: string, onChange: (name: string | null) => void): FSWatcher | undefined {
  try {
    const watcher = watch(directory, (_, name) => onChange(name));
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}

/** Keeps the times of the file and of the one before the last rotation. */
function trimTimes(file: string, inode: number): void {
  try {
    const rotated = statSync(file + ROTATED_LOG, { throwIfNoEntry: false })?.ino;
    const lines = readFileSync(file + TIMES, 'utf8').split('\n');
    const kept = lines.filter((line) => {
      const owner = Number.parseInt(line, 10);
      return owner === inode || owner === rotated;
    });
    if (kept.length === lines.filter(Boolean).length) return;
    writeFileSync(`${file}${TIMES}.new`, kept.map((line) => `${line}\n`).join(''));
    renameSync(`${file}${TIMES}.new`, file + TIMES);
  } catch {
    // There are none yet, or the disk is full: then they are trimmed at the next rotation.
  }
}

/** The files of the sandbox: bytes, and when they were written beside them. */
export const rawLog: LogFormat = async (file, handle, { timestamps, sinceMs }) => {
  if (!timestamps && sinceMs === undefined) return (lines) => lines;
  const { ino, mtimeMs } = await handle.stat();
  const times = new LogTimes(await readFile(file + TIMES, 'utf8').catch(() => ''), ino, mtimeMs);
  return (lines, position) => {
    const out: Buffer[] = [];
    let at = 0;
    while (at < lines.length) {
      const end = lines.indexOf(NEW_LINE, at);
      const next = end === -1 ? lines.length : end + 1;
      const time = times.at(position + next);
      if (sinceMs === undefined || time >= sinceMs) {
        if (timestamps) out.push(Buffer.from(`${nanoTimestamp(time)} `));
        out.push(lines.subarray(at, next));
      }
      at = next;
    }
    return Buffer.concat(out);
  };
};

const NEW_LINE = 10;

/** When the bytes of one file were written. */
class LogTimes {
  /** Sizes and times, both growing. */
  readonly #entries: readonly { readonly size: number; readonly time: number }[];
  /** For what no entry covers: it came while nothing watched. */
  readonly #lastChange: number;

  constructor(text: string, inode: number, lastChange: number) {
    let entries: { readonly size: number; readonly time: number }[] = [];
    for (const line of text.split('\n')) {
      const [ino, size, time] = line.split(' ').map(Number);
      if (ino !== inode || size === undefined || time === undefined) continue;
      // Files only grow: this is another one, which has got the number of one that was removed.
      if (size < (entries.at(-1)?.size ?? 0)) entries = [];
      entries.push({ size, time });
    }
    this.#entries = entries;
    this.#lastChange = lastChange;
  }

  /** When the byte before this offset was there. */
  at(offset: number): number {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.#entries[middle]?.size ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return this.#entries[low]?.time ?? this.#lastChange;
  }
}

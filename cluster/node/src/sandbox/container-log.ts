import { appendFileSync, type FSWatcher, readFileSync, renameSync, statSync, watch, writeFileSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Clock, WakeSignal } from '@kubemin/base';
import { nanoTimestamp } from '@kubemin/kubeapi';
import type { LogReadOptions } from '../runtime/index.ts';

/**
 * Logs are the bytes that a container wrote, in FILE, and in FILE.1 what was written before the last rotation. When it wrote
 * them is in FILE.times: lines of `inode size time`, each recording that the file had this size at that time. Lines of files that
 * are gone are removed at each rotation; an inode that is used again begins with a smaller size than it had.
 * Stamping each line while it is written would cost a shell more than the container itself.
 */
const TIMES = '.times';
const ROTATED = '.1';
/** Lines that arrive within this time have the same stamp. */
const RESOLUTION_MS = 50;
const CHUNK = 64 * 1024;

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
      if (name !== null && !name.includes(TIMES) && !name.endsWith(ROTATED)) this.#noteSoon(join(directory, name));
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
    const rotated = statSync(file + ROTATED, { throwIfNoEntry: false })?.ino;
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

/**
 * Reads what a container wrote, from both files, line by line; with `follow` also what it writes until `ended` aborts.
 * `onPlaced` is called when what was there has been read: all that is written after that follows.
 */
export async function* readContainerLog(
  file: string,
  options: LogReadOptions,
  signal: AbortSignal,
  onPlaced: () => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  const { follow, ended } = options;
  const news = new WakeSignal();
  const watcher = follow ? watch(dirname(file), () => news.notify()) : undefined;
  const wake = (): void => news.notify();
  for (const each of [signal, ended]) each?.addEventListener('abort', wake);
  const handles = new Set<FileHandle>();
  const release = async (handle: FileHandle): Promise<void> => {
    handles.delete(handle);
    await handle.close();
  };
  try {
    const rotated = await openIfPresent(file + ROTATED);
    const current = await openIfPresent(file);
    const files = [rotated, current].filter((handle) => handle !== undefined);
    for (const each of files) handles.add(each);
    const writer = new LineWriter(file, options);
    const start = await tailStart(files, options.tailLines);
    for (const [index, handle] of files.entries()) {
      if (index < start.index) continue;
      yield* writer.lines(handle, index === start.index ? start.offset : 0, index < files.length - 1);
    }
    let handle = files.at(-1);
    let offset = start.index < files.length ? writer.offset : ((await handle?.stat())?.size ?? 0);
    onPlaced();
    while (follow && !signal.aborted && !writer.isFull) {
      const isOver = ended?.aborted === true;
      const next = await openIfPresent(file);
      if (next === undefined) {
        if (isOver) break;
        await news.wait();
        continue;
      }
      handles.add(next);
      const isRotated = handle !== undefined && (await handle.stat()).ino !== (await next.stat()).ino;
      // What came to the old file before it was renamed is read first.
      if (handle !== undefined) yield* writer.lines(handle, offset, isRotated || isOver);
      // It may have been rotated more than once.
      const missed = isRotated ? await openIfPresent(file + ROTATED) : undefined;
      if (missed !== undefined) {
        handles.add(missed);
        const inodes = await Promise.all([handle, next].map(async (each) => (await each?.stat())?.ino));
        if (!inodes.includes((await missed.stat()).ino)) yield* writer.lines(missed, 0, true);
        await release(missed);
      }
      if (isRotated || handle === undefined) yield* writer.lines(next, 0, isOver);
      else await release(next);
      if (isRotated && handle !== undefined) await release(handle);
      handle = isRotated || handle === undefined ? next : handle;
      offset = writer.offset;
      if (isOver) break;
      await news.wait();
    }
  } finally {
    watcher?.close();
    for (const each of [signal, ended]) each?.removeEventListener('abort', wake);
    await Promise.all([...handles].map((handle) => handle.close().catch(() => undefined)));
  }
}

async function openIfPresent(path: string): Promise<FileHandle | undefined> {
  return open(path, 'r').catch(() => undefined);
}

const NEW_LINE = 10;

/** Turns bytes into the lines that were asked for, with their times where wanted. */
class LineWriter {
  readonly #file: string;
  readonly #options: LogReadOptions;
  #left: number;
  /** Up to where the last file was read. */
  offset = 0;

  constructor(file: string, options: LogReadOptions) {
    this.#file = file;
    this.#options = options;
    this.#left = options.limitBytes ?? Number.POSITIVE_INFINITY;
  }

  get isFull(): boolean {
    return this.#left <= 0;
  }

  /** Reads whole lines from an offset; the rest without a line end only when nothing more is to come. */
  async *lines(handle: FileHandle, from: number, isLast: boolean): AsyncGenerator<Uint8Array> {
    const { timestamps, sinceMs } = this.#options;
    const needsTimes = timestamps || sinceMs !== undefined;
    const { ino, mtimeMs } = await handle.stat();
    const times = needsTimes
      ? new LogTimes(await readFile(this.#file + TIMES, 'utf8').catch(() => ''), ino, mtimeMs)
      : undefined;
    let rest = Buffer.alloc(0);
    let position = from;
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(CHUNK), 0, CHUNK, position + rest.length);
      const bytes = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      const isEnd = bytesRead === 0;
      const whole = isEnd && (isLast || !this.#options.follow) ? bytes.length : bytes.lastIndexOf(NEW_LINE) + 1;
      if (whole > 0) {
        const text = bytes.subarray(0, whole);
        const out = times === undefined ? text : this.#stamped(text, position, times);
        position += whole;
        this.offset = position;
        if (out.length > 0) yield this.#limited(out);
        if (this.isFull) return;
      }
      rest = Buffer.from(bytes.subarray(whole));
      if (isEnd) break;
    }
    this.offset = position;
  }

  #stamped(text: Buffer, position: number, times: LogTimes): Buffer {
    const { timestamps, sinceMs } = this.#options;
    const out: Buffer[] = [];
    let at = 0;
    while (at < text.length) {
      const end = text.indexOf(NEW_LINE, at);
      const next = end === -1 ? text.length : end + 1;
      const time = times.at(position + next);
      if (sinceMs === undefined || time >= sinceMs) {
        if (timestamps) out.push(Buffer.from(`${nanoTimestamp(time)} `));
        out.push(text.subarray(at, next));
      }
      at = next;
    }
    return Buffer.concat(out);
  }

  #limited(bytes: Buffer): Uint8Array {
    const kept = bytes.length <= this.#left ? bytes : bytes.subarray(0, this.#left);
    this.#left -= kept.length;
    return kept;
  }
}

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

/** Where the last lines begin: in which file, and at which offset. */
async function tailStart(
  files: readonly FileHandle[],
  lines: number | undefined,
): Promise<{ readonly index: number; readonly offset: number }> {
  if (lines === undefined) return { index: 0, offset: 0 };
  let missing = lines;
  for (let index = files.length - 1; index >= 0; index -= 1) {
    const handle = files[index];
    if (handle === undefined) continue;
    const { size } = await handle.stat();
    let end = size;
    while (end > 0) {
      const begin = Math.max(end - CHUNK, 0);
      const { buffer } = await handle.read(Buffer.alloc(end - begin), 0, end - begin, begin);
      for (let at = buffer.length - 1; at >= 0; at -= 1) {
        // The line end at the very end ends the last line; every other one separates two.
        if (buffer[at] !== NEW_LINE || begin + at === size - 1) continue;
        missing -= 1;
        if (missing === 0) return { index, offset: begin + at + 1 };
      }
      end = begin;
    }
    // The first line of this file is a line, too.
    if (size > 0) missing -= 1;
    if (missing <= 0) return { index: missing < 0 ? files.length : index, offset: 0 };
  }
  return { index: 0, offset: 0 };
}

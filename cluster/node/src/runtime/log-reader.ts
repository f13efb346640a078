import { watch } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { WakeSignal } from '@kubemin/base';
import type { LogReadOptions } from './container-runtime.ts';

/** What the name of a log has after its last rotation: FILE.1 has what was written before. */
export const ROTATED_LOG = '.1';
const CHUNK = 64 * 1024;

/**
 * What a runtime writes to its files: makes what turns whole lines of one of them, from an offset on, into what the container wrote, with the
 * times that are wanted.
 */
export type LogFormat = (
  file: string,
  handle: FileHandle,
  options: LogReadOptions,
) => Promise<(lines: Buffer, position: number) => Buffer>;

/** The log of a container. */
export interface LogFiles {
  readonly file: string;
  readonly format: LogFormat;
  /** Called when what was there has been read: all that is written after that follows. */
  readonly onPlaced?: () => void;
}

/**
 * Reads what a container wrote, from both files, line by line; with `follow` also what it writes until `ended` aborts.
 */
export async function* readLogFiles(
  { file, format, onPlaced = () => undefined }: LogFiles,
  options: LogReadOptions,
  signal: AbortSignal,
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
    const rotated = await openIfPresent(file + ROTATED_LOG);
    const current = await openIfPresent(file);
    const files = [rotated, current].filter((handle) => handle !== undefined);
    for (const each of files) handles.add(each);
    const writer = new LineWriter(file, format, options);
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
      const missed = isRotated ? await openIfPresent(file + ROTATED_LOG) : undefined;
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
  readonly #format: LogFormat;
  readonly #options: LogReadOptions;
  #left: number;
  /** Up to where the last file was read. */
  offset = 0;

  constructor(file: string, format: LogFormat, options: LogReadOptions) {
    this.#file = file;
    this.#format = format;
    this.#options = options;
    this.#left = options.limitBytes ?? Number.POSITIVE_INFINITY;
  }

  get isFull(): boolean {
    return this.#left <= 0;
  }

  /** Reads whole lines from an offset; the rest without a line end only when nothing more is to come. */
  async *lines(handle: FileHandle, from: number, isLast: boolean): AsyncGenerator<Uint8Array> {
    const convert = await this.#format(this.#file, handle, this.#options);
    let rest = Buffer.alloc(0);
    let position = from;
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(CHUNK), 0, CHUNK, position + rest.length);
      const bytes = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      const isEnd = bytesRead === 0;
      const whole = isEnd && (isLast || !this.#options.follow) ? bytes.length : bytes.lastIndexOf(NEW_LINE) + 1;
      if (whole > 0) {
        const out = convert(bytes.subarray(0, whole), position);
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

  #limited(bytes: Buffer): Uint8Array {
    const kept = bytes.length <= this.#left ? bytes : bytes.subarray(0, this.#left);
    this.#left -= kept.length;
    return kept;
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

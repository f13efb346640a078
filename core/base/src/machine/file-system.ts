import { existsSync, statfsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Message, RetryableError } from '../message/index.ts';
import { machineMessages } from '../messages/index.ts';

/**
 * Makes a directory, and those above it that are missing. Unlike `mkdir` with `recursive`, which never ends where the
 * operating system refuses to make anything (below /proc, for example), it fails there.
 */
export async function makeDirectory(path: string, mode = 0o777): Promise<void> {
  if (await isDirectory(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeDirectory(parent, mode);
  try {
    await mkdir(path, { mode });
  } catch (error) {
    // Another process may have been faster.
    if (!(await isDirectory(path))) throw error;
  }
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** With less than this a disk counts as full: a database needs some room to go on working. */
const LOW_BYTES = 8 * 1024 * 1024;
const SQLITE_FULL = 13;
/** The index of a write-ahead log could not be enlarged. */
const SQLITE_IOERR_SHMSIZE = 4874;

/** Why nothing can be stored in a directory right now, or undefined when there is room. */
export function findDiskProblem(directory: string): Message | undefined {
  if (!existsSync(directory)) return undefined;
  const { bavail, bsize } = statfsSync(directory);
  const free = bavail * bsize;
  return free < LOW_BYTES ? machineMessages.diskLow({ directory, kibibytes: Math.floor(free / 1024) }) : undefined;
}

/** A write that was refused because too little room is left. */
export class DiskFullError extends RetryableError {
  /** The file, where it is known. */
  readonly path: string | undefined;

  constructor(problem: Message, { path, cause }: { readonly path?: string; readonly cause?: unknown } = {}) {
    super(problem, { code: 'ENOSPC', cause });
    this.path = path;
  }
}

/** Runs what writes a file. The system's error about a full disk does not name the file; a DiskFullError does. */
export async function nameFileOnFullDisk<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    if (cause instanceof DiskFullError || !isDiskFull(cause)) throw cause;
    const directory = dirname(path);
    throw new DiskFullError(findDiskProblem(directory) ?? machineMessages.diskFull({ directory }), { path, cause });
  }
}

/** Whether an error, or what caused it, is a full disk or an exhausted quota. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) return true;
  if ('errcode' in error && typeof error.errcode === 'number') {
    if ((error.errcode & 0xff) === SQLITE_FULL || error.errcode === SQLITE_IOERR_SHMSIZE) return true;
  }
  return isDiskFull(error.cause);
}

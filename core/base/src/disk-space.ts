import { existsSync, statfsSync } from 'node:fs';
import { RetryableError } from './errors.ts';

/** With less than this a disk counts as full: a database needs some room to go on working. */
const LOW_BYTES = 8 * 1024 * 1024;
const SQLITE_FULL = 13;

/** Why nothing can be stored in a directory right now, or undefined when there is room. */
export function findDiskProblem(directory: string): string | undefined {
  if (!existsSync(directory)) return undefined;
  const { bavail, bsize } = statfsSync(directory);
  const free = bavail * bsize;
  return free < LOW_BYTES
    ? `no space left on the disk of ${directory} (${Math.floor(free / 1024)} KiB free)`
    : undefined;
}

/** A write that was refused because too little room is left. */
export class DiskFullError extends RetryableError {
  constructor(problem: string) {
    super(problem, { code: 'ENOSPC' });
  }
}

/** Whether an error, or what caused it, is a full disk or an exhausted quota. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) return true;
  if ('errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === SQLITE_FULL) return true;
  return isDiskFull(error.cause);
}

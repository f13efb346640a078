import { closeSync, openSync, rmSync, statfsSync, statSync, truncateSync, writeSync } from 'node:fs';
import type { Clock } from '@kubemin/base';
import { DiskFullError, findDiskProblem, isDiskFull } from '@kubemin/base/machine';
import type { DataDirectory } from '../connection/index.ts';
import { startMessages } from '../messages/index.ts';
import { CliError, ExitCode } from '../terminal/index.ts';

const RESERVE_BYTES = 4 * 1024 * 1024;
/** What one start on a full disk needs: the files beside the databases, and the addresses of the servers. */
const START_BYTES = 1024 * 1024;
/** Room that must be left after the reserve was made. */
const PLENTY_BYTES = 16 * 1024 * 1024;
const RETRY_MS = 1_000;

/**
 * Keeps a file that takes some room, and gives up a part of it when the disk is full at a start: databases cannot even be
 * opened for reading without a little. Only a part, and only what is missing, so that several starts in a row succeed.
 * Returns why the disk is full; undefined when it is not.
 */
export function useDiskReserve(directory: DataDirectory): string | undefined {
  const problem = findDiskProblem(directory.path);
  if (problem === undefined) {
    fillReserve(directory);
    return undefined;
  }
  const missing = START_BYTES - freeBytes(directory);
  if (missing > 0) shrinkReserve(directory, missing);
  return problem.message;
}

/** Makes the reserve whole again as soon as there is room, in the running process. Returns what ends the attempts. */
export function restoreDiskReserve(directory: DataDirectory, clock: Pick<Clock, 'after'>): () => void {
  let cancel = (): void => undefined;
  const attempt = (): void => {
    if (!fillReserve(directory)) cancel = clock.after(RETRY_MS, attempt);
  };
  attempt();
  return () => cancel();
}

/** Runs a start; where it fails because the disk is full, the error names the file, the room that is left, and what to do. */
export async function withDiskAdvice<T>(directory: DataDirectory, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    throw error instanceof CliError || !isDiskFull(error) ? error : startOnFullDisk(directory, error);
  }
}

/** What is reported when a start is impossible because the disk is full. */
export function startOnFullDisk(directory: DataDirectory, cause?: unknown): CliError {
  const path = findWrittenPath(cause) ?? directory.path;
  const freeKiB = Math.floor(freeBytes(directory) / 1024);
  return new CliError(startMessages.startOnFullDisk({ path, freeKiB }), {
    code: 'DISK_FULL',
    exitCode: ExitCode.failed,
    hint: startMessages.freeSpace,
    cause,
  });
}

/** Whether the reserve is whole. */
function fillReserve(directory: DataDirectory): boolean {
  const missing = RESERVE_BYTES - reserveBytes(directory);
  if (missing <= 0) return true;
  if (freeBytes(directory) - missing < PLENTY_BYTES) return false;
  const file = openSync(directory.reserve, 'a', 0o600);
  try {
    writeSync(file, Buffer.alloc(missing));
  } catch (error) {
    // Another program took the room meanwhile.
    if (!isDiskFull(error)) throw error;
  } finally {
    closeSync(file);
  }
  return reserveBytes(directory) >= RESERVE_BYTES;
}

function shrinkReserve(directory: DataDirectory, bytes: number): void {
  const left = reserveBytes(directory) - bytes;
  if (left > 0) truncateSync(directory.reserve, left);
  else rmSync(directory.reserve, { force: true });
}

function reserveBytes({ reserve }: DataDirectory): number {
  return statSync(reserve, { throwIfNoEntry: false })?.size ?? 0;
}

function freeBytes({ path }: DataDirectory): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

function findWrittenPath(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof DiskFullError && error.path !== undefined) return error.path;
  return findWrittenPath(error.cause);
}

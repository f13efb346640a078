import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { findDiskProblem } from '@kubemin/base/disk-space';
import type { DataDirectory } from './data-directory.ts';

const RESERVE_BYTES = 4 * 1024 * 1024;
/** Room that must be left after the reserve was made. */
const PLENTY_BYTES = 64 * 1024 * 1024;

/**
 * Keeps a file that takes some room, and gives it up when the disk is full at a start: databases cannot even be opened for
 * reading without a little. Returns why the disk is full; undefined when it is not.
 */
export function useDiskReserve(directory: DataDirectory): string | undefined {
  const problem = findDiskProblem(directory.path);
  if (problem !== undefined) {
    rmSync(directory.reserve, { force: true });
    return problem;
  }
  const { bavail, bsize } = statfsSync(directory.path);
  if (existsSync(directory.reserve) || bavail * bsize < PLENTY_BYTES) return undefined;
  writeFileSync(directory.reserve, Buffer.alloc(RESERVE_BYTES), { mode: 0o600 });
  return undefined;
}

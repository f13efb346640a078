import { access, constants, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryDirectory {
  readonly path: string;
  remove(): Promise<void>;
}

/** A fresh directory for one test. */
export async function temporaryDirectory(): Promise<TemporaryDirectory> {
  return directoryIn(tmpdir());
}

/**
 * The same for what is written and synchronised all the time and needs to survive processes, not the machine: in
 * memory where there is such a place with room, since a disk takes milliseconds for each commit.
 */
export async function quickDirectory(): Promise<TemporaryDirectory> {
  return directoryIn((await hasRoom(MEMORY)) ? MEMORY : tmpdir());
}

const MEMORY = '/dev/shm';
const ROOM_BYTES = 1024 ** 3;

async function hasRoom(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK);
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

async function directoryIn(parent: string): Promise<TemporaryDirectory> {
  const path = await mkdtemp(join(parent, 'kubemin-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
}

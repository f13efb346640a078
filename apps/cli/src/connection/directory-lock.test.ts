import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readlink, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eventually, type TemporaryDirectory, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acquireDirectoryLock, isHeld } from './directory-lock.ts';

let directory: TemporaryDirectory;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => directory.remove());

const MODULE = JSON.stringify(join(import.meta.dirname, 'directory-lock.ts'));

/** A process that tries to take the lock, prints the result, and keeps running. */
function holding(path: string, patienceMs = 0) {
  const program = `
    const { acquireDirectoryLock } = await import(${MODULE});
    const lock = acquireDirectoryLock(${JSON.stringify(path)}, ${patienceMs});
    process.stdout.write(lock ? 'held' : 'busy');
    setInterval(() => lock, 1000);
  `;
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function hasOpen(pid: number | undefined, path: string): Promise<boolean> {
  const all = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(all.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
  return targets.includes(path);
}

test('only one holder at a time; free again after release', () => {
  const path = join(directory.path, 'lock.db');
  const first = acquireDirectoryLock(path);
  expect(first).toBeDefined();
  expect(acquireDirectoryLock(path)).toBeUndefined();
  first?.release();
  const second = acquireDirectoryLock(path);
  expect(second).toBeDefined();
  second?.release();
});

test('a lock held by another process is seen, and dies with it by kill -9', async () => {
  const path = join(directory.path, 'lock.db');
  const holder = holding(path);
  try {
    const [output] = await once(holder.stdout, 'data');
    expect(String(output)).toBe('held');
    expect(acquireDirectoryLock(path)).toBeUndefined();
  } finally {
    holder.kill('SIGKILL');
  }
  const lock = await eventually(() => acquireDirectoryLock(path));
  lock?.release();
});

test.runIf(process.platform === 'linux')(
  'a process that waits while a reset deletes the file locks the next file, not the deleted one',
  async () => {
    const path = join(directory.path, 'sub', 'lock.db');
    await mkdir(dirname(path));
    const resetting = acquireDirectoryLock(path);
    const waiting = holding(path, 30_000);
    try {
      await eventually(() => hasOpen(waiting.pid, path));
      await rm(dirname(path), { recursive: true });
      resetting?.release();
      const [output] = await once(waiting.stdout, 'data');
      expect(String(output)).toBe('held');
      expect(isHeld(path)).toBe(true);
    } finally {
      waiting.kill('SIGKILL');
    }
  },
);

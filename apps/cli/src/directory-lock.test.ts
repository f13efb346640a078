import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually, type TemporaryDirectory, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acquireDirectoryLock } from './directory-lock.ts';

let directory: TemporaryDirectory;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => directory.remove());

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
  const module = join(import.meta.dirname, 'directory-lock.ts');
  const program = `
    const { acquireDirectoryLock } = await import(${JSON.stringify(module)});
    const lock = acquireDirectoryLock(${JSON.stringify(path)});
    process.stdout.write(lock ? 'held' : 'busy');
    setInterval(() => lock, 1000);
  `;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [said] = await once(holder.stdout, 'data');
    expect(String(said)).toBe('held');
    expect(acquireDirectoryLock(path)).toBeUndefined();
  } finally {
    holder.kill('SIGKILL');
  }
  const lock = await eventually(() => acquireDirectoryLock(path));
  lock?.release();
});

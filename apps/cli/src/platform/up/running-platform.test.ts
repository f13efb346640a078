import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataDirectory } from '../../connection/data-directory.ts';
import { acquireDirectoryLock, type DirectoryLock } from '../../connection/directory-lock.ts';
import { fakeContext } from '../../test-support/fake-context.ts';
import { startDetached } from './detached-start.ts';
import { runningPlatform } from './running-platform.ts';

let temporary: TemporaryDirectory;
let lock: DirectoryLock | undefined;
beforeEach(async () => {
  temporary = await temporaryDirectory();
});
afterEach(async () => {
  lock?.release();
  lock = undefined;
  await temporary.remove();
});

test('Ctrl-C ends the wait for the start of another process at once, as an interruption', async () => {
  const directory = dataDirectory(join(temporary.path, 'data'));
  await mkdir(directory.path);
  lock = acquireDirectoryLock(directory.lock);
  const interruption = new AbortController();
  const { context } = fakeContext({ interrupted: interruption.signal, timeoutMs: 3_600_000 });
  const waiting = runningPlatform(context, directory);
  interruption.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'INTERRUPTED', exitCode: 130 });
});

test('Ctrl-C while a start in the background is waited for is an interruption, no timeout', async () => {
  const directory = dataDirectory(join(temporary.path, 'data'));
  const interruption = new AbortController();
  // Simulates a slow start, which ends on its own.
  const program = [process.execPath, '-e', 'setTimeout(() => undefined, 2_000)', '--'] as const;
  const { context } = fakeContext({ interrupted: interruption.signal, program, timeoutMs: 3_600_000 });
  const waiting = startDetached(context, directory, new Map());
  interruption.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'INTERRUPTED', exitCode: 130 });
});

test('the log of a start in the background holds that start only', async () => {
  const directory = dataDirectory(join(temporary.path, 'data'));
  for (const word of ['first', 'second']) {
    const program = [process.execPath, '-e', `process.stderr.write('${word}'); process.exit(1)`, '--'] as const;
    const { context } = fakeContext({ program });
    const failed = startDetached(context, directory, new Map());
    await expect(failed).rejects.toMatchObject({ code: 'START_FAILED', message: expect.stringContaining(word) });
    expect(await readFile(directory.startLog, 'utf8')).toBe(word);
  }
});

import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, ManualClock, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLogFile } from './log-file.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => directory.remove());

test('lines are appended', async () => {
  const path = join(directory.path, 'log');
  for (const line of ['one\n', 'two\n']) {
    const log = await openLogFile(path, () => undefined);
    log.write(line);
    await log.close();
  }
  expect(await readFile(path, 'utf8')).toBe('one\ntwo\n');
});

test('a log that cannot be opened is a clear error', async () => {
  const path = join(directory.path, 'log');
  await mkdir(path);
  await expect(openLogFile(path, () => undefined)).rejects.toMatchObject({ code: 'LOG_UNWRITABLE' });
});

test('a disk that is full later stops the log, not the platform', async () => {
  const complaints: string[] = [];
  const log = await openLogFile('/dev/full', ({ message }) => complaints.push(message));
  log.write('lost\n');
  await eventually(() => complaints.length > 0);
  log.write('lost too\n');
  await log.close();
  expect(complaints).toEqual([expect.stringContaining('/dev/full cannot be written any more')]);
});

test('R-08: a log goes on when there is room again, and states that lines are missing', async () => {
  const path = join(directory.path, 'log');
  await symlink('/dev/full', path);
  const clock = new ManualClock();
  const complaints: string[] = [];
  const log = await openLogFile(path, ({ message }) => complaints.push(message), clock);
  log.write('lost\n');
  await eventually(() => complaints.length > 0);
  await rm(path);
  log.write('too early\n');
  await clock.advance(1_000);
  log.write('kept\n');
  await log.close();
  expect(await readFile(path, 'utf8')).toMatch(/"lines of the log are missing here: .*"lines":2\}\nkept\n$/);
  expect(complaints).toHaveLength(1);
});

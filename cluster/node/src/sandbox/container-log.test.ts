import { appendFile, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { systemClock } from '@kubemin/base';
import { eventually, temporaryDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { readLogFiles } from '../runtime/index.ts';
import { LogClock, rawLog, watchDirectory } from './container-log.ts';

async function makeLog(): Promise<string> {
  const directory = await temporaryDirectory();
  onTestFinished(() => directory.remove());
  return join(directory.path, 'main.log');
}

test('the times of a log are those of the files that are there', async () => {
  const file = await makeLog();
  const clock = new LogClock(systemClock);
  onTestFinished(() => clock.close());
  await writeFile(file, 'line 0\n');
  clock.follow(file);
  const inodes = async (): Promise<readonly number[]> => {
    const lines = (await readFile(`${file}.times`, 'utf8')).split('\n').filter(Boolean);
    return [...new Set(lines.map((line) => Number.parseInt(line, 10)))];
  };
  for (let rotation = 1; rotation <= 4; rotation += 1) {
    const before = (await stat(file)).ino;
    await rename(file, `${file}.1`);
    await writeFile(file, `line ${rotation}\n`);
    const now = (await stat(file)).ino;
    const noted = await eventually(inodes, { until: (found) => found.includes(now) });
    expect(noted.toSorted()).toEqual([before, now].toSorted());
  }
});

test('nothing of a log is remembered when its directory is forgotten', async () => {
  const file = await makeLog();
  const clock = new LogClock(systemClock);
  onTestFinished(() => clock.close());
  await writeFile(file, 'line\n');
  clock.follow(file);
  expect(clock.size).toBe(1);
  clock.forget(dirname(file));
  expect(clock.size).toBe(0);
});

test('a directory that cannot be watched is no error, at once or later', async () => {
  const directory = dirname(await makeLog());
  expect(watchDirectory(join(directory, 'missing'), () => undefined)).toBeUndefined();
  const watcher = watchDirectory(directory, () => undefined);
  onTestFinished(() => watcher?.close());
  expect(() => watcher?.emit('error', new Error('no space left'))).not.toThrow();
});

test('an inode that is used again has its own times', async () => {
  const file = await makeLog();
  await writeFile(file, 'new\n');
  const { ino } = await stat(file);
  await writeFile(`${file}.times`, `${ino} 2 1000\n${ino} 400 2000\n${ino} 4 1700000000000\n`);
  const log = readLogFiles({ file, format: rawLog }, { follow: false, timestamps: true }, new AbortController().signal);
  expect(await text(log)).toBe('2023-11-14T22:13:20.000000000Z new\n');
});

test('a log that was rotated twice while it was followed is read completely', async () => {
  const file = await makeLog();
  await writeFile(file, 'one\n');
  const ended = new AbortController();
  const { promise: placed, resolve } = Promise.withResolvers<void>();
  const options = { follow: true, timestamps: false, ended: ended.signal };
  const log = readLogFiles({ file, format: rawLog, onPlaced: resolve }, options, new AbortController().signal);
  const first = await log.next();
  expect(Buffer.from(first.value ?? []).toString()).toBe('one\n');
  // While the reader has not asked for more.
  await appendFile(file, 'two\n');
  await rename(file, `${file}.1`);
  await writeFile(file, 'three\n');
  await rename(file, `${file}.1`);
  await writeFile(file, 'four\n');
  ended.abort();
  expect(await text(log)).toBe('two\nthree\nfour\n');
  await placed;
});

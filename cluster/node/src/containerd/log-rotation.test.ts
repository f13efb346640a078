import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, ManualClock, temporaryDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { LogRotation } from './log-rotation.ts';

test('a log that has become too large is renamed and opened again, also after a failure; others are left alone', async () => {
  const { path, remove } = await temporaryDirectory();
  onTestFinished(remove);
  const [large, small] = [join(path, 'large.log'), join(path, 'small.log')];
  await writeFile(large, 'x'.repeat(101));
  await writeFile(small, 'x'.repeat(100));
  const clock = new ManualClock();
  const reopened: string[] = [];
  let fails = true;
  using _rotation = new LogRotation({
    ...{ clock, limit: 100 },
    list: async () => {
      if (fails) throw new Error('containerd is being restarted');
      return ['large', 'small', 'missing'].map((id) => ({ id, file: join(path, `${id}.log`) }));
    },
    reopen: async (id) => {
      reopened.push(id);
      await writeFile(join(path, `${id}.log`), '');
    },
  });
  await clock.advance(10_000);
  fails = false;
  await eventually(
    async () => {
      await clock.advance(10_000);
      return reopened;
    },
    { until: (ids) => ids.length > 0 },
  );
  await appendFile(large, 'more');
  expect(reopened).toEqual(['large']);
  expect((await readFile(`${large}.1`, 'utf8')).length).toBe(101);
  expect(await readFile(large, 'utf8')).toBe('more');
  expect((await readFile(small, 'utf8')).length).toBe(100);
});

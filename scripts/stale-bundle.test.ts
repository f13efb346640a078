import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quickDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { isStale } from './stale-bundle.ts';

test('a bundle is built again when it is missing or a source is newer, and not for what others install', async () => {
  const { path: root, remove } = await quickDirectory();
  onTestFinished(remove);
  const bundle = join(root, 'kubemin.mjs');
  const file = async (name: string, time: number): Promise<void> => {
    await mkdir(join(root, name, '..'), { recursive: true });
    await writeFile(join(root, name), '');
    await utimes(join(root, name), time, time);
  };
  expect(isStale(root, bundle)).toBe(true);
  await file('kubemin.mjs', 100);
  await file('apps/cli/src/main.ts', 50);
  await file('apps/cli/node_modules/x/index.js', 200);
  expect(isStale(root, bundle)).toBe(false);
  await file('core/base/src/basics/clock.ts', 150);
  expect(isStale(root, bundle)).toBe(true);
});

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { bundle } from './bundle.ts';

const root = join(import.meta.dirname, '..');

test('libraries that are loaded on demand work from the bundle as from the sources', async () => {
  // Where the bundle finds the packages that stay outside it.
  const directory = await mkdtemp(join(root, 'node_modules', '.kubemin-bundle-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await bundle({ entry: join(import.meta.dirname, 'test-support', 'drivers.program.ts'), directory });
  const { stdout } = await promisify(execFile)(process.execPath, [join(directory, 'kubemin.mjs')]);
  expect(stdout).toMatch(/^redis: .*connection refused/m);
  expect(stdout).toMatch(/^kafka: .*connection refused/m);
  expect(stdout).toMatch(/^postgres: .*connection refused/m);
  expect(stdout).toMatch(/^mysql: .*connection refused/m);
  expect(stdout).toMatch(/^yaml: written: true$/m);
  expect(stdout).toMatch(/^certificate request: developer, of acme$/m);
});

test('a name taken from a CommonJS package on demand is refused, as the bundle has none', async () => {
  const { path: directory, remove } = await temporaryDirectory();
  onTestFinished(remove);
  const entry = join(import.meta.dirname, 'test-support', 'taken-name.program.ts');
  await expect(bundle({ entry, directory })).rejects.toThrow("write const { default: name } = await import('yaml')");
});

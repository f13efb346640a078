import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, readlink, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quickDirectory, type TemporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeNodeImage, makeShellImage } from './base-images.ts';
import { resolveUser } from './container-user.ts';
import { containerProcess } from './image-config.ts';
import type { ImageStore } from './image-store.ts';
import { openTestStore } from './test-support/image-fixture.ts';

let directory: TemporaryDirectory;
let store: ImageStore;
const directories = ['/usr/bin', '/bin'];

beforeEach(async () => {
  directory = await quickDirectory();
  store = await openTestStore(join(directory.path, 'store'));
});

afterEach(() => directory.remove());

/** Runs a program of a root with the loader and libraries of that root alone. */
function runInRoot(root: string, program: string, args: readonly string[]): string {
  const list = execFileSync('find', [root, '-name', 'ld-*.so*', '-type', 'f'], { encoding: 'utf8' });
  const [loader = ''] = list.trim().split('\n');
  const libraries = execFileSync('find', [root, '-name', '*.so*', '-type', 'f', '-printf', '%h\n'], {
    encoding: 'utf8',
  });
  const path = [...new Set(libraries.trim().split('\n'))].join(':');
  const start = loader === '' ? [] : [loader, '--library-path', path];
  const [first = '', ...rest] = [...start, join(root, program), ...args];
  return execFileSync(first, rest, { encoding: 'utf8', env: {} });
}

test('kubemin/node runs Node and a shell with nothing but what is in it', async () => {
  const options = { directories, nodePath: process.execPath, nodeVersion: process.version };
  const image = await makeNodeImage(store, options);
  const major = process.version.slice(1).split('.')[0];
  expect(image.references).toEqual([`docker.io/kubemin/node:${major}`, 'docker.io/kubemin/node:latest']);
  const root = await store.root(image);
  expect(runInRoot(root, 'usr/local/bin/node', ['-p', '6*7'])).toBe('42\n');
  expect(runInRoot(root, 'bin/sh', ['-c', 'echo shell'])).toBe('shell\n');
  expect((await stat(join(root, 'bin/cat'))).isFile()).toBe(true);
  expect((await stat(join(root, 'tmp'))).mode & 0o7777).toBe(0o1777);
  expect(await resolveUser(root, 'node')).toMatchObject({ uid: 1000, gid: 1000 });
  expect(containerProcess(image.config).command).toEqual(['node']);
  const before = await store.usage();
  expect(await makeNodeImage(store, options)).toEqual(image);
  expect(await store.usage()).toEqual(before);
});

test('kubemin/shell links all programs to busybox where that is installed, and is made again when it changed', async () => {
  const programs = join(directory.path, 'programs');
  await mkdir(programs);
  await writeFile(join(programs, 'busybox'), '#!/bin/sh\necho sh; echo ls; echo "[["\n');
  await chmod(join(programs, 'busybox'), 0o755);
  await utimes(join(programs, 'busybox'), 1, 1);
  const first = await makeShellImage(store, { directories: [programs] });
  const root = await store.root(first);
  expect(await readFile(join(root, 'bin/busybox'), 'utf8')).toContain('echo sh');
  expect(await readlink(join(root, 'bin/[['))).toBe('busybox');
  await utimes(join(programs, 'busybox'), 2, 2);
  const second = await makeShellImage(store, { directories: [programs] });
  expect(second.id).not.toBe(first.id);
  expect(second.layers).toEqual(first.layers);
});

test('a machine without a shell is refused by where it was looked for', async () => {
  await expect(makeShellImage(store, { directories: [directory.path] })).rejects.toThrow(`no sh in ${directory.path}`);
  await expect(
    makeNodeImage(store, { directories, nodePath: join(directory.path, 'none'), nodeVersion: 'v24.0.0' }),
  ).rejects.toThrow('cannot read');
});

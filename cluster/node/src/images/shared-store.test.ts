import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { quickDirectory, type TemporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ImageStore } from './image-store.ts';
import { layerBytes, openTestStore, storeImage } from './test-support/image-fixture.ts';

let directory: TemporaryDirectory;
let store: ImageStore;
const children: ChildProcess[] = [];

beforeEach(async () => {
  directory = await quickDirectory();
  store = await openTestStore(directory.path);
});

afterEach(async () => {
  for (const child of children.splice(0)) await end(child, 'SIGKILL');
  await directory.remove();
});

async function end(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (signal === undefined) child.stdin?.end();
  else child.kill(signal);
  await ended;
}

/** Another process with the same store; resolves when it has stored its images and is in the middle of one more. */
async function startOther(name: string, count: number): Promise<ChildProcess> {
  const program = join(import.meta.dirname, 'test-support/store-images.ts');
  const args = ['--disable-warning=ExperimentalWarning', program, directory.path, name, String(count)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

const tmp = (): Promise<string[]> => readdir(join(directory.path, 'tmp'));

test('processes that store images at the same time lose none, and see those of the others', async () => {
  const tar = await layerBytes([{ name: 'etc/name', text: 'here' }]);
  const storeHere = async (): Promise<void> => {
    for (let number = 0; number < 8; number += 1) {
      await storeImage(store, [`here:${number}`], { layers: [{ tar }], config: { cmd: [`${number}`] } });
    }
  };
  const [, first, second] = await Promise.all([storeHere(), startOther('first', 8), startOther('second', 8)]);
  for (const opened of [store, await openTestStore(directory.path)]) {
    const names = (await opened.list()).flatMap(({ references }) => references);
    expect(names).toHaveLength(24);
    expect(await opened.find('first:7')).toBeDefined();
  }
  await Promise.all([end(first), end(second)]);
  expect(await tmp()).toEqual([]);
});

test('while another process writes, its parts stay; when it was killed they go with the next removal', async () => {
  const other = await startOther('other', 1);
  const blobs = (): Promise<string[]> => readdir(join(directory.path, 'blobs/sha256'));
  const before = await blobs();
  const { id } = await store.get('other:0');
  expect(await store.prune([])).toEqual({ images: [id], blobBytes: 0 });
  expect(await store.list()).toEqual([]);
  expect(await blobs()).toEqual(before);
  expect(await tmp()).toHaveLength(1);
  expect(await (await openTestStore(directory.path)).list()).toEqual([]);
  expect(await tmp()).toHaveLength(1);
  await end(other, 'SIGKILL');
  await store.prune([]);
  expect([await blobs(), await tmp(), await readdir(join(directory.path, 'roots'))]).toEqual([[], [], []]);
});

test('stores that unpack the same image at the same time end with one root', async () => {
  const tar = await layerBytes([{ name: 'etc/name', text: 'here' }]);
  const image = await storeImage(store, ['app'], { layers: [{ tar }] });
  const other = await openTestStore(directory.path);
  const [here, there] = await Promise.all([store.root(image), other.root(image)]);
  expect(here).toBe(there);
  expect(await readFile(join(here, 'etc/name'), 'utf8')).toBe('here');
  expect(await tmp()).toEqual([]);
});

test('images with the same lower layers share their files, and a higher layer changes none of the others', async () => {
  const base = await layerBytes([
    { name: 'etc/' },
    { name: 'etc/name', text: 'base' },
    { name: 'etc/kept', text: 'kept' },
    { name: 'etc/link', type: 'symlink', linkName: 'name' },
    { name: 'tmp/', mode: 0o1777 },
  ]);
  const upper = await layerBytes([
    { name: 'etc/name', text: 'upper' },
    { name: 'etc/.wh.link', text: '' },
  ]);
  const lower = await storeImage(store, ['base'], { layers: [{ tar: base }] });
  const image = await storeImage(store, ['app'], { layers: [{ tar: base }, { tar: upper }] });
  const root = await store.root(image);
  const lowerRoot = await store.root(lower);
  const inode = async (at: string): Promise<number> => (await stat(join(at, 'etc/kept'))).ino;
  expect(await inode(root)).toBe(await inode(lowerRoot));
  expect(await readFile(join(root, 'etc/name'), 'utf8')).toBe('upper');
  expect(await readFile(join(lowerRoot, 'etc/link'), 'utf8')).toBe('base');
  expect(await readdir(join(root, 'etc'))).toEqual(['kept', 'name']);
  expect((await stat(join(root, 'tmp'))).mode & 0o7777).toBe(0o1777);
  expect((await store.usage()).rootBytes).toBe('base'.length + 'kept'.length + 'upper'.length + 'name'.length);
  await store.remove('base');
  expect(await readFile(join(root, 'etc/kept'), 'utf8')).toBe('kept');
});

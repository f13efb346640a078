import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { containerProcess } from '@kubemin/node';
import { quickDirectory, type TemporaryDirectory } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dataDirectory } from '../connection/data-directory.ts';
import { provideDemoImages } from './demo-images.ts';
import { hostPrograms, openImages } from './open-images.ts';

let directory: TemporaryDirectory;
/** The unpacked images by the parts of the demo. */
const roots = new Map<string, string>();
const children: ChildProcess[] = [];

beforeAll(async () => {
  directory = await quickDirectory();
  const store = await openImages(dataDirectory(directory.path));
  const images = await provideDemoImages(store, hostPrograms({ PATH: '/usr/bin:/bin' }));
  for (const image of images) {
    const [, part = ''] = /demo-(\w+):1\.0$/.exec(image.references[0] ?? '') ?? [];
    roots.set(part, await store.root(image));
  }
});
afterEach(async () => {
  for (const child of children.splice(0)) await end(child, 'SIGKILL');
});
afterAll(() => directory.remove());

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
}

/** A part of the demo as a process of this machine, with the files of its image. */
async function startPart(part: string, env: Readonly<Record<string, string>>) {
  const program = join(roots.get(part) ?? '', 'app/server.cjs');
  const child = spawn(process.execPath, [program], {
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = await once(child.stdout, 'data');
  const [, port = ''] = /listening on port (\d+)/.exec(String(line)) ?? [];
  return { child, url: `http://127.0.0.1:${port}` };
}

const DATA_FILE = 'values.json';

test('the images share Node, and are made once', async () => {
  expect([...roots.keys()].sort()).toEqual(['api', 'store', 'web']);
  const inodes = [...roots.values()].map(async (root) => (await stat(join(root, 'usr/local/bin/node'))).ino);
  expect(new Set(await Promise.all(inodes)).size).toBe(1);
  const store = await openImages(dataDirectory(directory.path));
  const before = await readFile(join(dataDirectory(directory.path).images, 'index.json'), 'utf8');
  const again = await provideDemoImages(store, hostPrograms({ PATH: '' }));
  expect(again).toHaveLength(3);
  for (const { config } of again) expect(containerProcess(config).command).toContain('/app/server.cjs');
  expect(await readFile(join(dataDirectory(directory.path).images, 'index.json'), 'utf8')).toBe(before);
});

test('the page counts visits and keeps notes, also when the store is killed and started again', async () => {
  const data = join(directory.path, 'data');
  const secret = { STORE_TOKEN: 'token' };
  const store = await startPart('store', { ...secret, DATA_DIR: data });
  expect((await fetch(`${store.url}/values/visits`)).status).toBe(401);
  const api = await startPart('api', { ...secret, STORE_URL: store.url, POD_NAME: 'api-1' });
  const web = await startPart('web', { API_URL: api.url, POD_NAME: 'web-1' });
  const page = async (): Promise<string> => (await fetch(web.url)).text();
  expect(await page()).toContain('class="visits">1<');
  const body = new URLSearchParams({ text: '<b>note</b>' });
  const added = await fetch(`${web.url}/notes`, { method: 'POST', body, redirect: 'manual' });
  expect([added.status, added.headers.get('location')]).toEqual([303, '/']);
  const shown = await page();
  expect(shown).toContain('&lt;b&gt;note&lt;/b&gt;');
  expect(shown).not.toContain('{{');
  expect(shown).not.toMatch(/https?:\/\/(?!127\.)/);
  for (const pod of ['web-1', 'api-1']) expect(shown).toContain(`<code>${pod}</code>`);

  await end(store.child, 'SIGKILL');
  expect((await fetch(web.url)).status).toBe(503);
  const restarted = await startPart('store', { ...secret, DATA_DIR: data });
  const second = await startPart('api', { ...secret, STORE_URL: restarted.url });
  expect(await (await fetch(`${second.url}/api/state`)).json()).toMatchObject({
    visits: 2,
    notes: [{ text: '<b>note</b>' }],
  });
  expect(JSON.parse(await readFile(join(data, DATA_FILE), 'utf8'))).toMatchObject({ visits: 2 });
  for (const { child } of [restarted, second, web]) expect(await end(child, 'SIGTERM')).toBe(0);
});

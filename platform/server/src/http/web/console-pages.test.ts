import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createPlatformClient } from '@kubemin/client';
import { quickDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { readError, startTestPlatform } from '../../test-support/test-platform.ts';
import { consolePages } from './console-pages.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', authorization: '' };
const INDEX = `<!doctype html>
<html lang="en"><head><base href="/" /><script type="module" src="./assets/index-1.js"></script></head></html>`;

/** A console as its build writes it, with one script. */
async function builtConsole(): Promise<string> {
  const directory = await quickDirectory();
  onTestFinished(() => directory.remove());
  await mkdir(join(directory.path, 'assets'));
  await writeFile(join(directory.path, 'index.html'), INDEX);
  await writeFile(join(directory.path, 'theme.js'), 'theme');
  await writeFile(join(directory.path, 'secret.txt'), 'no file of the console');
  await writeFile(join(directory.path, 'assets', 'index-1.js'), 'script');
  await writeFile(join(directory.path, 'assets', 'index-1.js.gz'), gzipSync('script'));
  return directory.path;
}

const startConsole = async () => startTestPlatform({ consoleDirectory: await builtConsole() });

test.each([
  ['/', './'],
  ['/apps', './'],
  ['/apps/shop', '../'],
  ['/apps/shop/revisions', '../../'],
  ['/runs/7', '../'],
  ['/metrics/queue', '../'],
])('%s is a public page with the way to its files: %s', async (path, base) => {
  const { url } = await startConsole();
  const response = await fetch(`${url}${path}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(await response.text()).toContain(`<base href="${base}" />`);
});

test('the content policy allows no script but files of the server', async () => {
  const { url } = await startConsole();
  const policy = (await fetch(`${url}/`)).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
});

test('files are sent compressed where the browser accepts it, and may be kept because their names change', async () => {
  const { url } = await startConsole();
  const file = `${url}/assets/index-1.js`;
  const compressed = await fetch(file, { headers: { 'accept-encoding': 'br, gzip' } });
  expect(compressed.headers.get('content-encoding')).toBe('gzip');
  expect(compressed.headers.get('cache-control')).toContain('immutable');
  expect(compressed.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await compressed.text()).toBe('script');
  const plain = await fetch(file, { headers: { 'accept-encoding': 'gzip;q=0' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(await plain.text()).toBe('script');
  expect((await fetch(`${url}/theme.js`)).headers.get('cache-control')).toBe('no-cache');
});

test.each(['..%2Findex.html', '..%2F..%2Fetc%2Fpasswd', 'index-2.js', 'index-1.js.gz'])(
  'there is no file %s',
  async (name) => {
    const { url } = await startConsole();
    expect((await fetch(`${url}/assets/${name}`, { headers: BROWSER })).status).toBe(404);
  },
);

test('/metrics is a page for browsers, and the text of Prometheus for everything else', async () => {
  const { url } = await startConsole();
  const page = await fetch(`${url}/metrics`, { headers: BROWSER });
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const scraped = await fetch(`${url}/metrics`, { headers: { accept: 'application/openmetrics-text,*/*;q=0.1' } });
  expect(scraped.headers.get('content-type')).toMatch(/^text\/plain/);
});

test('the page is in the language the browser requests, and has the header for caches', async () => {
  const { url } = await startConsole();
  const page = async (language: string) => fetch(`${url}/`, { headers: { 'accept-language': language } });
  expect(await (await page('zh-CN,en;q=0.5')).text()).toContain('<html lang="zh">');
  const english = await page('fr');
  expect(await english.text()).toContain('<html lang="en">');
  expect(english.headers.get('vary')).toContain('Accept-Language');
});

test('looking at the page, also ahead of time, does not spend the code of its address', async () => {
  const { url, client } = await startConsole();
  const { code } = await client.createLoginCode();
  for (const method of ['GET', 'HEAD', 'GET']) {
    expect((await fetch(`${url}/?login=${code}#login=${code}`, { method })).status).toBe(200);
  }
  expect(await createPlatformClient({ url, token: '' }).login({ code })).toMatchObject({ name: 'login' });
});

test('a browser at a path without a page gets the console with 404, a program the one shape; the API always its own', async () => {
  const { url, send } = await startConsole();
  const missing = await fetch(`${url}/nowhere`, { headers: BROWSER });
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain('<base href="./" />');
  expect(await readError(await send('GET', '/nowhere'))).toMatchObject({ status: 404, error: 'NOT_FOUND' });
  expect(await readError(await send('POST', '/nowhere', { headers: BROWSER }))).toMatchObject({ status: 404 });
  for (const path of ['/api/v1/nowhere', '/api/v2/applications']) {
    expect(await readError(await send('GET', path, { headers: BROWSER }))).toMatchObject({ error: 'NOT_FOUND' });
  }
});

test('a server without a built console states how to build it', async () => {
  const pages = consolePages(undefined);
  const page = await pages.find({ path: '/', language: 'en', encodings: '' });
  expect(page?.content).toContain('npm run build');
  expect(await pages.find({ path: '/assets/index-1.js', language: 'en', encodings: '' })).toBeUndefined();
});

import { request } from 'node:http';
import { createPlatformClient } from '@kubemin/client';
import { expect, test } from 'vitest';
import { readError, startTestPlatform } from '../../../test-support/test-platform.ts';
import { nextCommands } from './home-words.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', authorization: '' };

test.each(['/', '/apps/some', '/apps/some/revisions', '/runs/some'])('%s is a public page', async (path) => {
  const { url } = await startTestPlatform();
  const response = await fetch(`${url}${path}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
});

test('the page runs under its own content policy: nothing inline, and every file it names is there', async () => {
  const { url } = await startTestPlatform();
  const response = await fetch(`${url}/`);
  const policy = response.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  const page = await response.text();
  // Blocks of data are no scripts; attributes of style or of events would be refused as inline.
  expect(page).not.toMatch(/<script(?![^>]* src=)(?![^>]*type="application\/json")|<style| style=| on\w+=/);
  const named = [...page.matchAll(/(?:src|href)="(\/web\/[^"]+)"/g)].map(([, path = '']) => path);
  const seen = new Map<string, string>();
  for (const path of named) {
    if (seen.has(path)) continue;
    const file = await fetch(`${url}${path}`);
    expect(file.status, path).toBe(200);
    expect(file.headers.get('x-content-type-options'), path).toBe('nosniff');
    const text = await file.text();
    seen.set(path, `${file.headers.get('content-type')}`);
    for (const [, imported = ''] of text.matchAll(/from '\.\/([^']+)'/g)) named.push(`/web/${imported}`);
  }
  expect([...seen.values()].filter((type) => type.startsWith('text/javascript')).length).toBeGreaterThan(1);
  expect([...seen.values()].filter((type) => type.startsWith('text/css'))).toHaveLength(2);
});

test('the data of the page for its script is one block, whatever it holds', async () => {
  const { url } = await startTestPlatform();
  const page = await (await fetch(`${url}/`, { headers: { 'accept-language': 'zh' } })).text();
  const data = JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)?.[1] ?? '');
  expect(data).toMatchObject({
    api: '/api/v1',
    words: { applications: '应用' },
    phases: { Healthy: { word: '健康' } },
  });
  expect(Object.keys(data.next.run)).toEqual(Object.keys(nextCommands.run));
});

test('the page is in the language the browser requests, and has the header for caches', async () => {
  const { url } = await startTestPlatform();
  const page = async (language: string) => fetch(`${url}/`, { headers: { 'accept-language': language } });
  expect(await (await page('zh-CN,en;q=0.5')).text()).toContain('<html lang="zh">');
  const english = await page('fr');
  expect(await english.text()).toContain('<html lang="en">');
  expect(english.headers.get('vary')).toContain('Accept-Language');
});

test('looking at the page, also ahead of time, does not spend the code of its address', async () => {
  const { url, client } = await startTestPlatform();
  const { code } = await client.createLoginCode();
  for (const method of ['GET', 'HEAD', 'GET']) {
    expect((await fetch(`${url}/?login=${code}#login=${code}`, { method })).status).toBe(200);
  }
  expect(await createPlatformClient({ url, token: '' }).login({ code })).toMatchObject({ name: 'login' });
});

test('a browser at a path without a page gets an error page, a program the one shape; the API always its own', async () => {
  const { url, send } = await startTestPlatform();
  const missing = await fetch(`${url}/nowhere`, { headers: BROWSER });
  expect(missing.status).toBe(404);
  expect(missing.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await missing.text()).toContain('<a href="/">');
  expect(await readError(await send('GET', '/nowhere'))).toMatchObject({ status: 404, error: 'NOT_FOUND' });
  expect(await readError(await send('POST', '/nowhere', { headers: BROWSER }))).toMatchObject({ status: 404 });
  for (const path of ['/api/v1/nowhere', '/api/v2/applications']) {
    expect(await readError(await send('GET', path, { headers: BROWSER }))).toMatchObject({ error: 'NOT_FOUND' });
  }
  expect(await readError(await send('DELETE', '/'))).toMatchObject({ status: 404 });
});

test.each(['/web/nothing.js', '/web/home-html.ts', '/web/..%2fhome-html.ts', '/web/__proto__', '/web/constructor'])(
  '%s is no file of the page',
  async (path) => {
    const { port } = await startTestPlatform();
    // By hand: fetch would tidy the path.
    const status = await new Promise((resolve, reject) => {
      const asked = request({ port, path, host: '127.0.0.1' }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.on('error', reject).end();
    });
    expect(status).toBe(404);
  },
);

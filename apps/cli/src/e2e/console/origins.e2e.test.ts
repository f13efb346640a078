import { once } from 'node:events';
import { createServer } from 'node:http';
import { BEARER_PROTOCOL, COMMAND_PROTOCOLS } from '@kubemin/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, ConsoleBrowser } from '../../test-support/console/console-browser.ts';
import { PathProxy } from '../../test-support/console/path-proxy.ts';

describe.skipIf(CHROMIUM === undefined)('the console and where it is served', () => {
  let consoles: ConsoleBrowser;
  beforeAll(async () => {
    consoles = await ConsoleBrowser.start();
  });
  afterAll(() => consoles.close());

  /** Delivers an application, and returns its id with the name of its pod. */
  async function deliver(name: string): Promise<{ readonly id: string; readonly pod: string }> {
    const component = [
      { name: `${name}-web`, type: 'webservice', image: 'web:1', properties: { ports: [{ port: 80 }] } },
    ];
    const text = JSON.stringify({ name, component });
    const { id } = await consoles.client.saveApplication({ text, format: 'json' });
    await consoles.client.execWorkflow(id, { wait: 60 });
    const [pod] = (await consoles.client.applicationPods(id)).pods;
    return { id, pod: pod?.name ?? expect.fail('no pod') };
  }

  test('below a path of a proxy: login, list, stream, terminal and reload; nothing goes beside the path', async () => {
    const { pod } = await deliver('proxied');
    const proxy = await PathProxy.start(consoles.url, '/tools/kubemin');
    try {
      const { page, context, errors } = await consoles.open('/', { address: proxy.url });
      await page.getByRole('link', { name: 'proxied' }).waitFor();
      expect(page.url()).toBe(`${proxy.url}/apps`);
      await page.getByText('Live', { exact: true }).waitFor();
      await consoles.client.saveApplication({
        text: JSON.stringify({
          name: 'appears',
          component: [{ name: 'appears-web', type: 'webservice', image: 'web:1' }],
        }),
        format: 'json',
      });
      await page.getByRole('link', { name: 'appears' }).waitFor();
      await page.getByRole('link', { name: 'proxied' }).click();
      await page.getByRole('link', { name: 'Pods', exact: true }).first().click();
      await page.waitForURL(`${proxy.url}/apps/proxied/pods`);
      await page.reload();
      await page.getByRole('button', { name: `Terminal in ${pod}` }).click();
      const dock = page.getByRole('region', { name: 'Logs and terminals' });
      await dock.getByText(/^Connected/).waitFor();
      await page.keyboard.type('echo through the proxy\r');
      await dock.locator('.xterm-rows').getByText('through the proxy', { exact: true }).waitFor();
      expect(proxy.outside).toEqual([]);
      expect(errors).toEqual([]);
      await context.close();
    } finally {
      await proxy.close();
    }
  });

  /** What a script of a page gets. */
  const attempt = (page: Page, code: string): Promise<string> =>
    page.evaluate(`(async () => { ${code} })().catch((error) => 'refused: ' + error.name)`);

  test('a page of another port gets neither the session nor the API nor a WebSocket, even with a token', async () => {
    const { id, pod } = await deliver('guarded');
    const { token } = await consoles.client.createToken({ name: 'known' });
    const api = `${consoles.url}/api/v1`;
    const protocols = [...COMMAND_PROTOCOLS, `${BEARER_PROTOCOL}${Buffer.from(token).toString('base64url')}`];
    const socket = `${api.replace('http', 'ws')}/applications/${id}/pods/${pod}/exec?stdin=true&tty=true&command=sh`;
    const openSocket = `
      const socket = new WebSocket('${socket}', ${JSON.stringify(protocols)});
      return new Promise((resolve) => {
        socket.onopen = () => { resolve('open'); socket.close(); };
        socket.onclose = ({ wasClean }) => resolve('refused: ' + wasClean);
      });`;
    const other = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<h1>other</h1>'));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    try {
      const { page: own, context } = await consoles.open('/apps');
      await own.getByRole('link', { name: 'guarded' }).waitFor();
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${port}/`);
      const results = {
        session: await attempt(
          page,
          `const channel = new BroadcastChannel('kubemin.session');
           const heard = new Promise((resolve) => { channel.onmessage = ({ data }) => resolve(data.kind); });
           channel.postMessage({ kind: 'wanted' });
           return Promise.race([heard, new Promise((resolve) => setTimeout(resolve, 400, 'nothing'))]);`,
        ),
        stored: await attempt(page, `return JSON.stringify([localStorage, sessionStorage, document.cookie]);`),
        read: await attempt(page, `return (await fetch('${api}/whoami', { credentials: 'include' })).text();`),
        withToken: await attempt(
          page,
          `return (await fetch('${api}/whoami', { headers: { authorization: 'Bearer ${token}' } })).text();`,
        ),
        write: await attempt(
          page,
          `const body = JSON.stringify({ name: 'forged', component: [] });
           const sent = await fetch('${api}/applications', { method: 'POST', mode: 'no-cors', credentials: 'include', body });
           return sent.type;`,
        ),
        socket: await attempt(page, openSocket),
      };
      expect(results).toEqual({
        session: 'nothing',
        // What the test itself writes to every page.
        stored: '[{"kubemin.tour":"done"},{},""]',
        read: 'refused: TypeError',
        withToken: 'refused: TypeError',
        write: 'opaque',
        socket: 'refused: false',
      });
      expect((await consoles.client.listApplications({ name: 'forged' })).applications).toEqual([]);
      // The same from the page of the console: the origin makes the difference.
      expect(await attempt(own, openSocket)).toBe('open');
      expect(await attempt(own, `return String((await fetch('${api}/whoami')).status);`)).toBe('401');

      await page.setContent(`<iframe src="${consoles.url}/apps"></iframe>`);
      const frame = page.frames().at(-1);
      await expect.poll(() => frame?.url()).toMatch(/^chrome-error:/);

      // The session that was opened is written down; the refused one never was a session.
      await own.goto(`${consoles.url}/settings/audit`);
      const sessions = own.getByRole('row').filter({ hasText: `execInPod · ${pod}/guarded-web` });
      await sessions.filter({ hasText: '101' }).first().waitFor();
      await context.close();
    } finally {
      other.close();
      other.closeAllConnections();
    }
  });
});

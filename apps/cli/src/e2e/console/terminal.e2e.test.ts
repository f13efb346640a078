import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, ConsoleBrowser } from '../../test-support/console/console-browser.ts';
import { runHere } from '../../test-support/run-here.ts';

describe.skipIf(CHROMIUM === undefined)('terminals of the console', () => {
  let consoles: ConsoleBrowser;
  beforeAll(async () => {
    consoles = await ConsoleBrowser.start();
  });
  afterAll(() => consoles.close());

  async function deliver(name: string, annotations: Readonly<Record<string, string>> = {}): Promise<string> {
    const properties = { ports: [{ port: 80 }], annotations };
    const component = [{ name: `${name}-web`, type: 'webservice', image: 'web:1', properties }];
    const text = JSON.stringify({ name, component });
    const { id } = await consoles.client.saveApplication({ text, format: 'json' });
    await consoles.client.execWorkflow(id, { wait: 60 });
    return id;
  }

  async function onlyPod(appId: string): Promise<string> {
    const { pods } = await consoles.client.applicationPods(appId);
    return pods.find(({ status }) => status === 'Running')?.name ?? expect.fail('no pod runs');
  }

  async function openTerminal(page: Page, pod: string) {
    await page.getByRole('button', { name: `Terminal in ${pod}` }).click();
    const dock = page.getByRole('region', { name: 'Logs and terminals' });
    await dock.getByText(/^Connected/).waitFor();
    return { dock, screen: dock.locator('.xterm-rows') };
  }

  test('output is exact, the shell follows the size of the dock, a killed pod is replaced, and the session is audited', async () => {
    const id = await deliver('shells');
    const pod = await onlyPod(id);
    const { page, context, errors } = await consoles.open('/apps/shells/pods');
    const { dock, screen } = await openTerminal(page, pod);
    await dock.getByText(/^Closes in 1[45] min/).waitFor();
    await page.keyboard.type('echo one "two  three"\r');
    await screen.getByText('one two  three', { exact: true }).waitFor();
    const rows = async (): Promise<number> => {
      await page.keyboard.type('stty size\r');
      const found = screen.getByText(/^\d+ \d+$/).last();
      await found.waitFor();
      return Number.parseInt((await found.textContent()) ?? '', 10);
    };
    const before = await rows();
    const handle = dock.getByRole('button', { name: 'Resize with the arrow keys' });
    await handle.focus();
    for (let at = 0; at < 8; at += 1) await page.keyboard.press('ArrowUp');
    await dock.locator('textarea').focus();
    await expect.poll(rows).toBeGreaterThan(before);

    await runHere(['delete', 'pod', `default/${pod}`, '--yes', '--data-dir', consoles.home.at()], {
      cwd: consoles.home.path,
    });
    await dock.getByRole('button', { name: 'Reconnect' }).waitFor();
    await expect.poll(async () => (await consoles.client.getApplication(id)).health.phase).toBe('Healthy');
    await dock.locator('textarea').focus();
    await page.keyboard.press('Enter');
    const next = await onlyPod(id);
    expect(next).not.toBe(pod);
    await dock.getByText(`Connected · ${next}`).waitFor();
    await page.keyboard.type('exit 3\r');
    await screen.getByText(/exited with code 3/).waitFor();
    expect(errors).toEqual([]);

    // Without loading the page again: the dock stays.
    await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
    await page.getByRole('link', { name: 'Audit' }).click();
    const entry = page.getByRole('row').filter({ hasText: pod }).first();
    await entry.getByText('execInPod').waitFor();
    const { entries } = await consoles.client.listAudit({ appId: id });
    expect(entries.filter(({ route }) => route === 'execInPod').map(({ detail }) => detail)).toEqual([
      `${next}/shells-web`,
      `${pod}/shells-web`,
    ]);
    await context.close();
  });

  test('a container without a shell is offered one for debugging, in the same pod', async () => {
    const missing = ['bash', 'sh', 'ash'].map((shell) => ({ command: [shell], exit: 127 }));
    const id = await deliver('bare', { 'kubemin.io/simulate-exec': JSON.stringify(missing) });
    const pod = await onlyPod(id);
    const { page, context } = await consoles.open('/apps/bare/pods');
    await page.getByRole('button', { name: `Terminal in ${pod}` }).click();
    const dock = page.getByRole('region', { name: 'Logs and terminals' });
    await dock.locator('.xterm-rows').getByText('The container has no shell').waitFor();
    await dock.getByRole('button', { name: 'Debug container…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Image' }).fill('tools:1');
    await dialog.getByText(`kubemin debug pod/${pod} --image tools:1 -c bare-web`).waitFor();
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dock.getByText(`${pod} · debug-1`).waitFor();
    const { pods } = await consoles.client.applicationPods(id);
    expect(pods[0]?.containers).toContainEqual(
      expect.objectContaining({ name: 'debug-1', kind: 'ephemeral', image: 'tools:1', state: 'running' }),
    );
    await context.close();
  });

  test('without the right exec the control is there, disabled, and names the right', async () => {
    const id = await deliver('closed');
    const pod = await onlyPod(id);
    const { token } = await consoles.client.createToken({ name: 'reading', scopes: ['read'] });
    const { page, context } = await consoles.open('/apps/closed/pods', { logIn: false });
    await page.getByLabel('Or paste an API token').fill(token);
    await page.getByRole('button', { name: 'Log in' }).click();
    const button = page.getByRole('button', { name: `Terminal in ${pod}` });
    await button.and(page.locator('[aria-disabled="true"]')).waitFor();
    await button.focus();
    await page.getByRole('tooltip').getByText('“exec”').waitFor();
    await context.close();
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, ConsoleBrowser } from '../../test-support/console/console-browser.ts';

describe.skipIf(CHROMIUM === undefined)('the cluster in the console', () => {
  let consoles: ConsoleBrowser;
  beforeAll(async () => {
    consoles = await ConsoleBrowser.start();
  });
  afterAll(() => consoles.close());

  async function deliver(name: string): Promise<string> {
    const properties = { ports: [{ port: 80 }], annotations: { 'kubemin.io/simulate-logs': `${name} is ready` } };
    const component = [{ name: `${name}-web`, type: 'webservice', image: 'web:1', properties }];
    const { id } = await consoles.client.saveApplication({ text: JSON.stringify({ name, component }), format: 'json' });
    await consoles.client.execWorkflow(id, { wait: 60 });
    return id;
  }

  async function runningPod(appId: string): Promise<{ readonly name: string; readonly node?: string | undefined }> {
    const { pods } = await consoles.client.applicationPods(appId);
    return pods.find(({ status }) => status === 'Running') ?? expect.fail('no pod runs');
  }

  async function choose(page: Page, subject: string, entry: string): Promise<void> {
    await page.getByRole('button', { name: `Actions of ${subject}` }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  }

  async function copiedCommands(page: Page): Promise<readonly string[]> {
    await page.getByRole('button', { name: 'Copy as CLI', exact: true }).click();
    const commands = await page.getByRole('menuitem').allTextContents();
    await page.keyboard.press('Escape');
    return commands;
  }

  test('a node is drained after the affected apps were named: their pods run elsewhere, and it takes pods again after it was uncordoned', async () => {
    const id = await deliver('moves');
    const { name, node = '' } = await runningPod(id);
    const { page, context, errors } = await consoles.open('/cluster/nodes');
    const row = page.getByRole('row', { name: new RegExp(`^${node}\\b`) });
    await row.getByText('Ready').waitFor();
    expect(await copiedCommands(page)).toEqual(['kubemin cluster nodes']);
    await choose(page, node, 'Drain…');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('list', { name: 'Affected apps' }).getByRole('link', { name: 'moves' }).waitFor();
    await dialog.getByText(`kubemin cluster drain ${node}`, { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Drain', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await row.getByText('Takes no pods').waitFor();
    await expect.poll(async () => (await consoles.client.getApplication(id)).health.phase).toBe('Healthy');
    const next = await runningPod(id);
    expect(next.name).not.toBe(name);
    expect(next.node).not.toBe(node);
    await choose(page, node, 'Uncordon');
    await row.getByText('Ready').waitFor();
    expect((await consoles.client.clusterNodes('default')).nodes.find((each) => each.name === node)?.cordoned).not.toBe(
      true,
    );
    expect(errors).toEqual([]);
    await context.close();
  });

  test('the log of a pod is read from the list of all pods, and a pod is replaced after it was deleted there', async () => {
    const id = await deliver('listed');
    const { name } = await runningPod(id);
    const { page, context, errors } = await consoles.open('/cluster/pods?all=true&text=listed-web');
    await choose(page, name, 'Logs');
    const dock = page.getByRole('region', { name: 'Logs and terminals' });
    await dock.getByRole('log').getByText('listed is ready').first().waitFor();
    expect(await copiedCommands(page)).toEqual(['kubemin cluster pods --all']);
    await choose(page, name, 'Delete…');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`kubemin pod rm listed ${name}`, { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect
      .poll(async () => (await consoles.client.applicationPods(id)).pods.map((pod) => pod.name))
      .not.toContain(name);
    await page.goto(`${consoles.url}/cluster/objects?kind=deployments.apps&namespace=default&text=listed`);
    await page
      .getByRole('table')
      .getByRole('link', { name: /listed-web/ })
      .click();
    await page.getByText('kind: Deployment').waitFor();
    expect(await copiedCommands(page)).toEqual([
      expect.stringMatching(/^kubemin cluster get deployments\.apps \S*listed-web\S* -n default$/),
    ]);
    expect(errors).toEqual([]);
    await context.close();
  });
});

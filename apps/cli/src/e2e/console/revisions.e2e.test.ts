import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, ConsoleBrowser } from '../../test-support/console/console-browser.ts';

describe.skipIf(CHROMIUM === undefined)('what is done with an application in the console', () => {
  let consoles: ConsoleBrowser;
  beforeAll(async () => {
    consoles = await ConsoleBrowser.start();
  });
  afterAll(() => consoles.close());

  const web = (name: string, image: string, more: Readonly<Record<string, unknown>> = {}) => ({
    name,
    component: [{ name: `${name}-web`, type: 'webservice', image, properties: { ports: [{ port: 80 }] }, ...more }],
  });

  async function deliver(document: Readonly<Record<string, unknown>>): Promise<string> {
    const { id } = await consoles.client.saveApplication({ text: JSON.stringify(document), format: 'json' });
    await consoles.client.execWorkflow(id, { wait: 60 });
    return id;
  }

  /** The images of the pods that run. */
  async function liveImages(appId: string): Promise<readonly string[]> {
    const { pods } = await consoles.client.applicationPods(appId);
    return [...new Set(pods.flatMap(({ containers }) => containers.map(({ image }) => image)))];
  }

  async function chooseMore(page: Page, entry: string) {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    return page.getByRole('dialog');
  }

  test('three revisions are compared with each other and with the cluster, and the first one returns as a new one', async () => {
    const id = await deliver(web('back', 'web:1'));
    await deliver(web('back', 'web:2'));
    await deliver(web('back', 'web:3'));
    const { page, context, errors } = await consoles.open('/apps/back/revisions?rev=1&with=3');
    const comparison = page.getByRole('region', { name: 'Compare', exact: true });
    await comparison.getByText('web:1').first().waitFor();
    await comparison.getByText('web:3').first().waitFor();
    const row = (revision: number) => page.getByRole('row', { name: new RegExp(`^r${revision}\\b`) });
    await row(3).getByText('Live', { exact: true }).waitFor();
    await row(2).getByText('Delivered').waitFor();
    await row(1).getByRole('button', { name: 'Compare with live' }).click();
    await comparison.getByText('kubemin rollback back 1 --dry-run').waitFor();
    await comparison.getByText('Deployment').first().waitFor();

    await row(1).getByRole('button', { name: 'Roll back…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('kubemin rollback back 1').waitFor();
    await dialog.getByText('Deployment').first().waitFor();
    await dialog.getByRole('button', { name: 'Roll back', exact: true }).click();
    await row(4).getByText('Live', { exact: true }).waitFor();
    const [first, fourth] = await Promise.all(['1', '4'].map((each) => consoles.client.getRevision(id, each)));
    expect(fourth?.document).toEqual(first?.document);
    await expect.poll(() => liveImages(id)).toEqual(['web:1']);
    expect((await consoles.client.listRevisions(id)).revisions.map(({ revision }) => revision)).toEqual([4, 3, 2, 1]);
    expect(errors).toEqual([]);
    await context.close();
  });

  test('an application is scaled to 3, stopped, which is no failure, and started again; each is a run', async () => {
    const id = await deliver(web('sized', 'web:1', { traits: { resources: { cpu: '250m', memory: '64Mi' } } }));
    const { page, context } = await consoles.open('/apps/sized');
    const scale = async (replicas: number): Promise<void> => {
      await page.getByRole('button', { name: 'Scale…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Replicas of sized-web' }).fill(String(replicas));
      await dialog.getByText(new RegExp(`Needs ${replicas} × 250m CPU · 64Mi, free \\d`)).waitFor();
      await dialog.getByRole('button', { name: 'Scale', exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    await scale(3);
    await page.getByText('3 / 3').waitFor();
    const dialog = await chooseMore(page, 'Stop…');
    await dialog.getByText('kubemin scale sized sized-web=0').waitFor();
    await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
    await page
      .getByRole('row', { name: /sized-web/ })
      .getByText('Scaled to 0')
      .waitFor();
    expect(await page.getByRole('region', { name: 'Needs attention' }).count()).toBe(0);
    expect(await page.getByText('Failed').count()).toBe(0);
    await scale(1);
    await page.getByText('1 / 1').waitFor();
    const { tasks } = await consoles.client.listTasks(id);
    expect(tasks.map(({ kind }) => kind)).toEqual(['scale', 'scale', 'scale', 'deploy']);
    await context.close();
  });

  test('a canary shows how many requests it gets, and is promoted', async () => {
    const update = { strategy: 'canary', canaryReplicas: 1 };
    const canary = (image: string) =>
      web('birds', image, { replicas: 3, properties: { ports: [{ port: 80 }], update } });
    const id = await deliver(canary('web:1'));
    const { id: same } = await consoles.client.saveApplication({
      text: JSON.stringify(canary('web:2')),
      format: 'json',
    });
    expect(same).toBe(id);
    const { number } = await consoles.client.execWorkflow(id);
    const { page, context } = await consoles.open('/apps/birds');
    const banner = page.getByRole('region', { name: 'Needs approval' });
    await banner.getByText('birds-web: 1 of 4 pods (25 % of requests) run web:2').waitFor();
    await banner.getByRole('button', { name: 'Promote…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`kubemin run approve ${number}`).waitFor();
    await dialog.getByRole('button', { name: 'Promote', exact: true }).click();
    await banner.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await consoles.client.taskStatus(String(number))).status).toBe('completed');
    await expect.poll(() => liveImages(id)).toEqual(['web:2']);
    await context.close();
  });

  test('an application is exported in every format and duplicated, and values of secrets leave only encrypted', async () => {
    const document = web('parts', 'web:1');
    const login = { name: 'parts-login', type: 'secret', properties: { secret: { password: 'hunter2-of-parts' } } };
    await deliver({ ...document, component: [...document.component, login] });
    const { page, context } = await consoles.open('/apps/parts');
    const contents = new Map<string, string>();
    for (const format of ['yaml', 'json', 'manifests', 'kustomize', 'helm', 'bundle']) {
      const dialog = await chooseMore(page, 'Export…');
      await dialog.getByRole('combobox', { name: 'Format' }).selectOption(format);
      if (format === 'bundle') await dialog.getByLabel('Passphrase').fill('correct horse');
      await dialog.getByText(/^kubemin export parts --format/).waitFor();
      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Download' }).click();
      const file = await download;
      contents.set(file.suggestedFilename(), await readFile(await file.path(), 'utf8'));
      await dialog.waitFor({ state: 'hidden' });
    }
    expect([...contents.keys()]).toEqual([
      ...[
        'parts.yaml',
        'parts.json',
        'parts-manifests.yaml',
        'parts-kustomize.tar',
        'parts-chart.tar',
        'parts.kubemin',
      ],
    ]);
    expect(contents.get('parts-chart.tar')).toContain('Chart.yaml');
    for (const text of contents.values()) expect(text).not.toContain('hunter2-of-parts');

    const dialog = await chooseMore(page, 'Duplicate…');
    await dialog.getByLabel('Name of the copy').fill('parts-2');
    await dialog.getByLabel('Value of parts-login / password').fill('another');
    await dialog.getByRole('button', { name: 'Duplicate', exact: true }).click();
    await page.waitForURL(/\/apps\/[^/]+\/canvas/);
    const [copy] = (await consoles.client.listApplications({ name: 'parts-2' })).applications;
    const { document: copied } = await consoles.client.getRevision(copy?.id ?? '', '1');
    expect(copied.component).toMatchObject([{ name: 'parts-web', image: 'web:1' }, { name: 'parts-login' }]);
    await context.close();
  });
});

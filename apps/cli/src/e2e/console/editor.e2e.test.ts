import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFindings, CHROMIUM, ConsoleBrowser } from '../../test-support/console/console-browser.ts';
import { ROOT } from '../../test-support/kubemin-process.ts';

const EXAMPLES = join(ROOT, 'examples');
const FULL = process.env.KUBEMIN_TEST_FULL === '1';
/** The short form imports a few that use most of the model; the long one all. */
const IMPORTED = readdirSync(EXAMPLES)
  .filter((file) => /\.(?:ya?ml|json)$/.test(file))
  .filter((file) => FULL || ['demo.json', 'shop.yaml', 'resilience.yaml'].includes(file));

describe.skipIf(CHROMIUM === undefined)('the editor of the console', () => {
  let consoles: ConsoleBrowser;
  beforeAll(async () => {
    consoles = await ConsoleBrowser.start();
  });
  afterAll(() => consoles.close());

  async function importText(page: Page, text: string): Promise<void> {
    await page.goto(`${consoles.url}/apps/new?from=import`);
    await page.getByRole('textbox', { name: 'Text' }).fill(text);
    await page.getByRole('button', { name: 'Open canvas' }).click();
  }

  test('an application is made from an image, reviewed and deployed', async () => {
    const { page, context, errors } = await consoles.open('/apps/new?from=image');
    await page.getByRole('textbox', { name: 'App name' }).fill('made');
    await page.getByRole('textbox', { name: 'Image' }).fill('web:1');
    await page.getByRole('textbox', { name: 'Port' }).fill('80');
    await page.getByRole('button', { name: 'Open canvas' }).click();
    await page.getByRole('button', { name: 'Deploy…' }).click();
    await page.getByText('Deployment').first().waitFor();
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page.waitForURL(/\/runs\/\d+$/);
    await page.locator('h1 + span', { hasText: 'Completed' }).waitFor();
    expect((await consoles.client.listApplications({ name: 'made' })).applications).toMatchObject([
      { name: 'made', health: { phase: 'Healthy' } },
    ]);
    expect(errors).toEqual([]);
    await context.close();
  });

  test.each(IMPORTED)('%s is imported and saved untouched: the document is the same', async (file) => {
    const text = readFileSync(join(EXAMPLES, file), 'utf8');
    const format = file.endsWith('.json') ? 'json' : 'yaml';
    const { page, context } = await consoles.open('/apps');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await importText(page, text);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved r1').waitFor();
    const name = decodeURIComponent(/\/apps\/([^/]+)\//.exec(page.url())?.[1] ?? '');
    const [saved] = (await consoles.client.listApplications({ name })).applications;
    const again = await consoles.client.saveApplication({ text, format });
    expect({ id: again.id, outcome: again.outcome }).toEqual({ id: saved?.id, outcome: 'unchanged' });
    await context.close();
  });

  test('a draft survives a reload, and all of it can be undone', async () => {
    await consoles.client.saveApplication({
      text: JSON.stringify({ name: 'drafted', component: [{ name: 'one', type: 'webservice', image: 'web:1' }] }),
      format: 'json',
    });
    const { page, context } = await consoles.open('/apps/drafted/canvas');
    await page.getByRole('button', { name: /Actions of one/ }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page
      .getByText(/^\d+ changes?$/)
      .first()
      .waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.reload();
    await page
      .getByText(/^\d+ changes?$/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Discarded all changes').first().waitFor();
    expect((await consoles.client.listApplications({ name: 'drafted' })).applications).toMatchObject([{ revision: 1 }]);
    await context.close();
  });

  test('a text that cannot be read states the line, and nothing is stored', async () => {
    const { page, context } = await consoles.open('/apps/new?from=import');
    await page.getByRole('textbox', { name: 'Text' }).fill('name: x\ncomponent: [');
    await page
      .getByText(/Line \d+/)
      .first()
      .waitFor();
    expect((await consoles.client.listApplications({ name: 'x' })).applications).toEqual([]);
    await context.close();
  });
});

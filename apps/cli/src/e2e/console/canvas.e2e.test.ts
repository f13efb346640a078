import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, ConsoleBrowser } from '../../test-support/console/console-browser.ts';

describe.skipIf(CHROMIUM === undefined)('the canvas of the console', () => {
  let consoles: ConsoleBrowser;
  beforeAll(async () => {
    consoles = await ConsoleBrowser.start();
  });
  afterAll(() => consoles.close());

  /** Stores an application of three steps, of components that no other test has. */
  async function store(name: string): Promise<string> {
    const document = {
      name,
      component: [
        { name: `${name}-login`, type: 'secret', properties: { secret: { password: 'hunter2' } } },
        { name: `${name}-db`, type: 'store', image: 'db:1' },
        { name: `${name}-api`, type: 'webservice', image: 'api:1' },
      ],
      workflow: [
        { name: 'base', mode: 'DAG', components: [`${name}-login`, `${name}-db`] },
        { name: 'services', mode: 'StepByStep', components: [`${name}-api`] },
      ],
    };
    return (await consoles.client.saveApplication({ text: JSON.stringify(document), format: 'json' })).id;
  }

  async function storedWorkflow(appId: string, revision: number): Promise<unknown> {
    return (await consoles.client.getRevision(appId, String(revision))).document.workflow;
  }

  const card = (page: Page, name: string) => page.locator(`[data-card="${name}"]`);

  async function save(page: Page, revision: number): Promise<void> {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(`Saved r${revision}`).waitFor();
  }

  test('a card that is dragged, moved by its menu or by keys makes the same document', async () => {
    const ways: Readonly<Record<string, (page: Page, name: string) => Promise<void>>> = {
      dragged: async (page, name) => {
        const from = await page.locator('.react-flow__node-card', { has: card(page, name) }).boundingBox();
        const to = await page.locator('.react-flow__node-card', { has: card(page, 'dragged-api') }).boundingBox();
        if (from === null || to === null) throw new Error('a card has no place');
        await page.mouse.move(from.x + 130, from.y + 90);
        await page.mouse.down();
        await page.mouse.move(to.x + 130, to.y + 20, { steps: 12 });
        await page.mouse.up();
      },
      chosen: async (page, name) => {
        await page.getByRole('button', { name: `Actions of ${name}` }).click();
        await page.getByRole('menuitem', { name: 'Move to services' }).click();
        await page.getByRole('button', { name: `Actions of ${name}` }).click();
        await page.getByRole('menuitem', { name: 'Move up' }).click();
      },
      typed: async (page, name) => {
        await card(page, name).focus();
        await page.keyboard.press('Alt+ArrowRight');
        await page.getByText(`${name} moved to services`).waitFor({ state: 'attached' });
        await page.locator(`[data-card="${name}"]:focus`).waitFor();
        if (((await card(page, name).getAttribute('aria-label')) ?? '').includes('position 2')) {
          await page.keyboard.press('Alt+ArrowUp');
        }
      },
    };
    for (const [name, move] of Object.entries(ways)) {
      const id = await store(name);
      const { page, context, errors } = await consoles.open(`/apps/${name}/canvas`);
      await card(page, `${name}-db`).waitFor();
      await move(page, `${name}-db`);
      await save(page, 2);
      expect(await storedWorkflow(id, 2)).toMatchObject([
        { name: 'base', mode: 'DAG', components: [`${name}-login`] },
        { name: 'services', mode: 'StepByStep', components: [`${name}-db`, `${name}-api`] },
      ]);
      expect(errors).toEqual([]);
      await context.close();
    }
  });

  test('another canvas shows its own document, never that of the one before', async () => {
    await store('first');
    await store('second');
    const { page, context } = await consoles.open('/apps/first/canvas');
    await card(page, 'first-api').waitFor();
    // Without loading the page again, as a link of another canvas does.
    await page.evaluate(
      "history.pushState({}, '', '/apps/second/canvas'); dispatchEvent(new PopStateEvent('popstate'))",
    );
    await card(page, 'second-api').waitFor();
    expect(await card(page, 'first-api').count()).toBe(0);
    expect(await page.getByText('Draft:').count()).toBe(0);
    await context.close();
  });

  test('what another user saved meanwhile is merged, and nothing is overwritten', async () => {
    const id = await store('merged');
    const { page, context } = await consoles.open('/apps/merged/canvas?component=merged-api');
    await page.getByRole('textbox', { name: 'Image' }).fill('api:2');
    const other = await consoles.client.getRevision(id, '1', { format: 'json' });
    await consoles.client.saveApplication({
      text: other.text.replace('"db:1"', '"db:9"').replace('"api:1"', '"api:9"'),
      format: 'json',
    });
    await page.getByRole('button', { name: 'Merge…' }).click();
    const conflict = page.getByRole('region', { name: 'component[merged-api].image' });
    await conflict.getByRole('button', { name: 'Mine' }).click();
    await page.getByRole('button', { name: 'Use the merge' }).click();
    await save(page, 3);
    const { document } = await consoles.client.getRevision(id, '3');
    expect(document.component).toMatchObject([{}, { image: 'db:9' }, { image: 'api:2' }]);
    await context.close();
  });

  test('an error is marked on its card and field, names itself on Deploy, and leads to its field', async () => {
    await store('wrong');
    const { page, context } = await consoles.open('/apps/wrong/canvas?component=wrong-api');
    await page.getByRole('textbox', { name: 'Image' }).fill('');
    await page.getByRole('button', { name: 'Deploy: fix 1 error' }).waitFor();
    await card(page, 'wrong-api').and(page.locator('[aria-label*="1 error"]')).waitFor();
    await page.getByRole('button', { name: 'Close inspector' }).click();
    await page.getByRole('button', { name: '1 error', exact: true }).click();
    await page.getByRole('region', { name: 'Problems' }).getByText('has no image').click();
    await page.locator('[aria-invalid="true"]:focus').waitFor();
    await context.close();
  });

  test('a secret that a component uses as one variable is a trait, and its value is on no page', async () => {
    const id = await store('used');
    const { page, context } = await consoles.open('/apps/used/canvas');
    await page.getByRole('button', { name: 'Actions of used-login' }).click();
    await page.getByRole('menuitem', { name: 'Use in…' }).click();
    await page.getByRole('combobox', { name: 'Component' }).selectOption('used-api');
    await page.getByRole('button', { name: 'One variable' }).click();
    await page.getByRole('button', { name: 'Use', exact: true }).click();
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByText('Deployment').first().waitFor();
    expect(await page.content()).not.toContain('hunter2');
    await page.getByRole('button', { name: 'Save only' }).click();
    await page.getByText('Saved r2').waitFor();
    const { document } = await consoles.client.getRevision(id, '2');
    expect(document.component).toMatchObject([
      {},
      {},
      { traits: { envs: [{ name: 'PASSWORD', valueFrom: { secret: { name: 'used-login', key: 'password' } } }] } },
    ]);
    await context.close();
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, ConsoleBrowser } from '../../test-support/console/console-browser.ts';

describe.skipIf(CHROMIUM === undefined)('drafts and their review', () => {
  let consoles: ConsoleBrowser;
  beforeAll(async () => {
    consoles = await ConsoleBrowser.start();
  });
  afterAll(() => consoles.close());

  async function store(name: string, component: readonly object[]): Promise<string> {
    const text = JSON.stringify({ name, component });
    return (await consoles.client.saveApplication({ text, format: 'json' })).id;
  }

  async function runCount(appId: string): Promise<number> {
    return (await consoles.client.listRuns({ appId })).tasks.length;
  }

  /** Holds back requests whose address matches until they are let go. */
  async function hold(
    page: Page,
    address: RegExp,
  ): Promise<{ readonly held: Promise<void>; readonly letGo: () => void }> {
    const arrived = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    await page.route(address, async (route) => {
      arrived.resolve();
      await gate.promise;
      await route.continue();
    });
    return { held: arrived.promise, letGo: () => gate.resolve() };
  }

  test('Ctrl+Enter that is held down, or comes before the plan is there, deploys nothing', async () => {
    const id = await store('held', [{ name: 'held-web', type: 'webservice', image: 'web:1' }]);
    const { page, context } = await consoles.open('/apps/held/canvas');
    await page.locator('[data-card="held-web"]').waitFor();
    const started: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/workflow/exec')) started.push(request.url());
    });
    const { held, letGo } = await hold(page, /\/plan$/);
    await page.keyboard.down('Control');
    await page.keyboard.down('Enter');
    await page.getByRole('heading', { name: 'Review deployment' }).waitFor();
    await held;
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    // Pressed again, and still without a plan.
    await page.keyboard.press('Enter');
    letGo();
    const deploy = page.getByRole('button', { name: 'Deploy', exact: true });
    await deploy.and(page.locator(':not([aria-disabled="true"])')).waitFor();
    expect(started).toEqual([]);
    await page.keyboard.down('Enter');
    await page.waitForURL(/\/runs\/\d+$/);
    await page.keyboard.up('Enter');
    await page.keyboard.up('Control');
    expect(await runCount(id)).toBe(1);
    await context.close();
  });

  test('a new application whose run did not start is stored, and is only deployed by the next try', async () => {
    const { page, context } = await consoles.open('/apps/new?from=image');
    await page.getByRole('textbox', { name: 'App name' }).fill('begun');
    await page.getByRole('textbox', { name: 'Image' }).fill('web:1');
    await page.getByRole('textbox', { name: 'Port' }).fill('80');
    await page.getByRole('button', { name: 'Open canvas' }).click();
    await page.getByRole('button', { name: 'Deploy…' }).click();
    await page.route(/\/workflow\/exec$/, (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page.getByText('Saved r1, but the run did not start').first().waitFor();
    await page.getByRole('heading', { name: 'Review deployment' }).waitFor();
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page.waitForURL(/\/runs\/\d+$/);
    const { applications } = await consoles.client.listApplications({ name: 'begun' });
    expect(applications).toMatchObject([{ revision: 1 }]);
    expect(await runCount(applications[0]?.id ?? '')).toBe(1);
    await context.close();
  });

  test('a save that cannot be read back is saved, and the next one does not conflict with it', async () => {
    const id = await store('unread', [{ name: 'unread-web', type: 'webservice', image: 'web:1' }]);
    const { page, context } = await consoles.open('/apps/unread/canvas?component=unread-web');
    const image = page.getByRole('textbox', { name: 'Image' });
    await image.fill('web:2');
    await page.getByText('Draft: 1 change').waitFor();
    await page.route(/\/revisions\/2(\?|$)/, (route) => route.abort());
    await page.keyboard.press('Control+s');
    await page.getByText('Saved r2').first().waitFor();
    await page.getByText('Draft: 1 change').waitFor({ state: 'hidden' });
    await image.fill('web:3');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved r3').first().waitFor();
    const { document } = await consoles.client.getRevision(id, '3');
    expect(document.component).toMatchObject([{ name: 'unread-web', image: 'web:3' }]);
    await context.close();
  });

  test('a second tab takes no secret from the draft of the first, and cannot save without it', async () => {
    const id = await store('shared', [
      { name: 'shared-login', type: 'secret', properties: { secret: { password: 'hunter2' } } },
    ]);
    const { page: first, context } = await consoles.open('/apps/shared/canvas?component=shared-login');
    await first.getByRole('textbox', { name: 'Value of password' }).fill('typed-here');
    await first.getByText('Draft: 1 change').waitFor();
    const { page: second } = await consoles.openTab(context, '/apps/shared/canvas?component=shared-login');
    await second.getByPlaceholder('Typed in another tab. Type it again').waitFor();
    await second.keyboard.press('Control+s');
    await second.getByText('Type 1 secret again first').first().waitFor();
    await first.reload();
    await first.getByText('Draft: 1 change').waitFor();
    expect(await first.getByPlaceholder('Typed in another tab. Type it again').count()).toBe(0);
    // The second tab goes on with the draft: the first one states that, instead of writing over it.
    const note = (page: Page) => page.getByText('This app was edited in another tab since').first();
    await second.bringToFront();
    await second.getByRole('button', { name: 'Actions of shared-login' }).first().click();
    await second.getByRole('menuitem', { name: 'Duplicate' }).click();
    await second.getByText('Draft: 2 changes').waitFor();
    expect(await note(second).count()).toBe(0);
    await first.bringToFront();
    await first.getByRole('button', { name: 'Actions of shared-login' }).first().click();
    await first.getByRole('menuitem', { name: 'Remove' }).click();
    await note(first).waitFor();
    await first.getByRole('button', { name: 'Use the other draft' }).click();
    await first.getByText('Draft: 2 changes').waitFor();
    await note(first).waitFor({ state: 'hidden' });
    await first.keyboard.press('Control+s');
    await first.getByText('Saved r2').waitFor();
    expect((await consoles.client.getApplication(id)).components.length).toBe(2);
    await context.close();
  });
});

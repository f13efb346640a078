import { systemClock } from '@kubemin/base';
import { createPlatformClient, PlatformError } from '@kubemin/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, ConsoleBrowser } from '../../test-support/console/console-browser.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe.skipIf(CHROMIUM === undefined)('login links and tokens in the console', () => {
  let ahead = 0;
  let consoles: ConsoleBrowser;
  beforeAll(async () => {
    consoles = await ConsoleBrowser.startWithClock({ ...systemClock, now: () => systemClock.now() + ahead });
  });
  afterAll(() => consoles.close());

  async function logInWith(page: Page, token: string): Promise<void> {
    await page.getByLabel('Or paste an API token').fill(token);
    await page.getByRole('button', { name: 'Log in' }).click();
  }

  /** Creates a token on its page, and returns it with the time that passes until it expires. */
  async function createToken(page: Page, name: string, lifetime: string): Promise<string> {
    await page.getByRole('button', { name: 'New token' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    await form.getByRole('combobox', { name: 'Expires' }).selectOption(lifetime);
    await form.getByRole('button', { name: 'Create' }).click();
    const shown = page.getByRole('dialog', { name: `Token ${name} created` });
    await shown.getByText('Copy it now: it is not shown again.').waitFor();
    const token = (await shown.locator('pre').textContent()) ?? '';
    await shown.getByRole('button', { name: 'Done' }).click();
    return token;
  }

  const status = async (token: string): Promise<number | undefined> => {
    try {
      await createPlatformClient({ url: consoles.url, token }).whoami();
      return 200;
    } catch (error) {
      return error instanceof PlatformError ? error.status : undefined;
    }
  };

  test('a link that was used, and one that has expired, state so and open nothing', async () => {
    const used = await consoles.client.createLoginCode();
    const left = await consoles.client.createLoginCode();
    const first = await consoles.open(`/#login=${used.code}`, { logIn: false });
    await first.page.getByRole('button', { name: /Account of admin/ }).waitFor();
    expect(new URL(first.page.url()).hash).toBe('');
    ahead += 11 * MINUTE;
    for (const { code } of [used, left]) {
      const { page, context } = await consoles.open(`/apps#login=${code}`, { logIn: false });
      await page.getByText('This login link has expired or was used already. Open a new one.').waitFor();
      await page.getByText('kubemin open').waitFor();
      expect(await page.evaluate('sessionStorage.length')).toBe(0);
      await context.close();
    }
    // The session that the first link opened goes on.
    await first.page.reload();
    await first.page.getByRole('button', { name: /Account of admin/ }).waitFor();
    await first.context.close();
  });

  test('a token is shown once, allows what was chosen, and is over when it is revoked or expires', async () => {
    const { page, context, errors } = await consoles.open('/settings/tokens');
    const revoked = await createToken(page, 'to-revoke', 'In 8 hours');
    const expiring = await createToken(page, 'to-expire', 'In 1 hour');
    expect(revoked).toMatch(/^kmt_\w+$/);
    await page.reload();
    await page.getByRole('row', { name: /to-revoke/ }).waitFor();
    expect(await page.content()).not.toContain(revoked);

    const user = await consoles.open('/apps', { logIn: false });
    await logInWith(user.page, revoked);
    const create = user.page.getByRole('button', { name: 'New app' }).first();
    await create
      .or(user.page.getByRole('button', { name: 'Deploy a sample' }))
      .first()
      .waitFor();
    const sample = user.page.getByRole('button', { name: 'Deploy a sample' });
    await sample.and(user.page.locator('[aria-disabled="true"]')).waitFor();
    await sample.focus();
    await user.page.getByRole('tooltip').getByText('Needs the right “deploy”').waitFor();
    const refused = createPlatformClient({ url: consoles.url, token: revoked }).saveApplication({
      text: JSON.stringify({ name: 'x', component: [] }),
      format: 'json',
    });
    await expect(refused).rejects.toMatchObject({ status: 403 });

    await page
      .getByRole('row', { name: /to-revoke/ })
      .getByRole('button', { name: 'Revoke' })
      .click();
    const confirmation = page.getByRole('dialog');
    await confirmation.getByRole('button', { name: 'Revoke' }).click();
    // While it is open, what is behind it has no roles.
    await confirmation.waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: /to-revoke/ }).waitFor({ state: 'hidden' });
    expect(await status(revoked)).toBe(401);
    // With it end the sessions that it opened.
    await user.page.getByRole('link', { name: 'Templates' }).first().click();
    await user.page.getByRole('alert').getByText('Your session has ended').waitFor();
    await logInWith(user.page, revoked);
    await user.page
      .getByRole('alert')
      .getByText(/^UNAUTHENTICATED · HTTP 401 · request /)
      .waitFor();

    expect(await status(expiring)).toBe(200);
    ahead += 2 * HOUR;
    await expect.poll(() => status(expiring)).toBe(401);
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.reload();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('row', { name: /to-revoke.*Revoked/ }).waitFor();
    await page.getByRole('row', { name: /to-expire.*Expired/ }).waitFor();
    expect(errors).toEqual([]);
    await user.context.close();
    await context.close();
  });
});

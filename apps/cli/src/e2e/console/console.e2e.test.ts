import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFindings, CHROMIUM, ConsoleBrowser } from '../../test-support/console/console-browser.ts';

describe.skipIf(CHROMIUM === undefined)('the console in Chromium', () => {
  let consoles: ConsoleBrowser;
  beforeAll(async () => {
    consoles = await ConsoleBrowser.start();
  });
  afterAll(() => consoles.close());

  test('a user without a session is shown how to log in; a spent link states that it is', async () => {
    const { code } = await consoles.client.createLoginCode();
    const first = await consoles.open(`/#login=${code}`, { logIn: false });
    await first.page.getByRole('heading', { name: 'Deploy your first app' }).waitFor();
    expect(new URL(first.page.url()).hash).toBe('');
    const second = await consoles.open(`/#login=${code}`, { logIn: false });
    await second.page.getByText('This login link has expired or was used already').waitFor();
    expect(await accessibilityFindings(second.page)).toEqual([]);
    await first.context.close();
    await second.context.close();
  });

  test('the token is in no storage that other tabs of other ports can read, and a new tab is logged in all the same', async () => {
    const { page, context } = await consoles.open('/apps');
    await page.getByRole('heading', { name: 'Deploy your first app' }).waitFor();
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('kmt_');
    expect(await context.cookies()).toEqual([]);
    const other = await consoles.openTab(context, '/apps');
    await other.page.getByRole('heading', { name: 'Deploy your first app' }).waitFor();
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Log in to KubeMin' }).waitFor();
    await other.page.getByRole('heading', { name: 'Log in to KubeMin' }).waitFor();
    await context.close();
  });

  test('the tour of a first visit names four places, stays away after it, and starts again from the settings', async () => {
    const { page, context } = await consoles.open('/apps', { tour: true });
    const tour = page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Skip tour' }) });
    for (const step of [1, 2, 3, 4]) {
      await tour.getByText(`Tour · step ${step} of 4`).waitFor();
      expect(await page.locator('[data-outlined]').count()).toBeGreaterThan(0);
      await tour.getByRole('button', { name: step === 4 ? 'Done' : 'Next' }).click();
    }
    await tour.waitFor({ state: 'hidden' });
    expect(await page.locator('[data-outlined]').count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await tour.count()).toBe(0);
    await page.goto(`${consoles.url}/settings`);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await tour.getByText('Tour · step 1 of 4').waitFor();
    await tour.getByRole('button', { name: 'Skip tour' }).click();
    await tour.waitFor({ state: 'hidden' });
    await context.close();
  });

  test('from no application to a running sample in two clicks', async () => {
    const { page, context, errors } = await consoles.open('/');
    await page.getByRole('button', { name: 'Deploy a sample' }).click();
    await page.waitForURL(/\/runs\/\d+$/);
    await page.getByRole('link', { name: 'Apps', exact: true }).first().click();
    await page
      .getByRole('row', { name: /sample/ })
      .getByText('Healthy')
      .waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  test.each([
    ['light', 'en', 1440],
    ['dark', 'zh-CN', 1440],
    ['light', 'zh-CN', 375],
    ['dark', 'en', 375],
  ] as const)(
    'the list in %s, %s, %i px has no serious finding and does not scroll sideways',
    async (colorScheme, locale, width) => {
      const { page, context } = await consoles.open('/apps', { colorScheme, locale, viewport: { width, height: 800 } });
      await page.getByRole('link', { name: 'sample' }).waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(
        true,
      );
      await context.close();
    },
  );

  test('an API that fails is shown as an error, never as an empty list', async () => {
    const { page, context } = await consoles.open('/apps', { logIn: true });
    await page.getByRole('link', { name: 'sample' }).waitFor();
    await page.route('**/api/v1/applications?*', (route) =>
      route.fulfill({ status: 500, json: { code: 10000, error: 'INTERNAL', message: 'the database is gone' } }),
    );
    await page.reload();
    await page.getByRole('alert').getByText('the database is gone').waitFor();
    expect(await page.getByRole('heading', { name: 'Deploy your first app' }).count()).toBe(0);
    await page.unroute('**/api/v1/applications?*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('link', { name: 'sample' }).waitFor();
    await context.close();
  });

  test('a crash of the platform shows as reconnecting, and the page follows again without a reload', async () => {
    const { page, context } = await consoles.open('/apps');
    await page.getByText('Live', { exact: true }).waitFor();
    await consoles.restart();
    await page.getByText('Live', { exact: true }).waitFor();
    await context.close();
  });
});

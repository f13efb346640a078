import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, ConsoleBrowser, type OpenOptions } from '../../test-support/console/console-browser.ts';

/** A page of the console, and the application that is there to fail with. */
interface Scene {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly app: { readonly name: string; readonly id: string };
}

/** What goes wrong, and what the user sees of it. */
interface Failure {
  readonly name: string;
  /** The page that is opened; `{app}` is the name of an application of the case. */
  readonly path: string;
  readonly as?: () => Promise<Pick<OpenOptions, 'token'>>;
  /** What is on the page before; @default the heading of the page */
  readonly before?: (scene: Scene) => Promise<void>;
  readonly cause: (scene: Scene) => Promise<void>;
  readonly shows: (scene: Scene) => Promise<void>;
}

const APPLICATIONS = '**/api/v1/applications?*';

describe.skipIf(CHROMIUM === undefined)('failures in the console', () => {
  let consoles: ConsoleBrowser;
  beforeAll(async () => {
    consoles = await ConsoleBrowser.start();
  });
  afterAll(() => consoles.close());

  const document = (name: string, image = 'web:1') =>
    JSON.stringify({
      name,
      component: [{ name: `${name}-web`, type: 'webservice', image, properties: { ports: [{ port: 80 }] } }],
    });
  const save = async (name: string, image?: string): Promise<string> =>
    (await consoles.client.saveApplication({ text: document(name, image), format: 'json' })).id;
  const alert = (page: Page) => page.locator('main').getByRole('alert');
  const newest = async (): Promise<string> => (await consoles.client.listTokens()).tokens[0]?.id ?? '';

  const internal = {
    status: 500,
    json: { code: 500, error: 'INTERNAL', message: 'the database is gone', requestId: 'request-4711' },
  };

  const failures: readonly Failure[] = [
    {
      name: 'a status 500 at the place of the first use is an error with status, request id, details to copy and a retry',
      path: '/apps',
      cause: async ({ page }) => {
        await page.route(APPLICATIONS, (route) => route.fulfill(internal));
        await page.reload();
      },
      shows: async ({ page, app }) => {
        await alert(page).getByText('the database is gone').waitFor();
        await alert(page).getByText('INTERNAL · HTTP 500 · request request-4711').waitFor();
        expect(await page.getByRole('heading', { name: 'Deploy your first app' }).count()).toBe(0);
        await alert(page).getByRole('button', { name: 'Copy details' }).click();
        expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
          'the database is gone\nINTERNAL · HTTP 500 · request request-4711',
        );
        await page.unroute(APPLICATIONS);
        await alert(page).getByRole('button', { name: 'Retry' }).click();
        await page.getByRole('link', { name: app.name }).waitFor();
      },
    },
    {
      name: 'a status 500 when a list is read again leaves its rows',
      path: '/apps',
      before: ({ page, app }) => page.getByRole('link', { name: app.name }).waitFor(),
      cause: async ({ page }) => {
        await page.route(APPLICATIONS, (route) => route.fulfill(internal));
        await save('changes');
      },
      shows: async ({ page, app }) => {
        await alert(page).getByText('the database is gone').waitFor();
        expect(await page.getByRole('link', { name: app.name }).count()).toBe(1);
      },
    },
    {
      name: 'a status 500 when an application is read again leaves its page',
      path: '/apps/{app}',
      cause: async ({ page, app }) => {
        await page.route(`**/api/v1/applications/${app.id}`, (route) => route.fulfill(internal));
        await save(app.name, 'web:2');
      },
      shows: async ({ page, app }) => {
        await alert(page).getByText('the database is gone').first().waitFor();
        await page
          .getByRole('cell', { name: `${app.name}-web` })
          .first()
          .waitFor();
      },
    },
    {
      name: 'a revoked session leads to the login page, which states so; the draft is there after the next login',
      path: '/apps/{app}/canvas',
      cause: async ({ page, app }) => {
        await page.getByRole('button', { name: `Actions of ${app.name}-web` }).click();
        await page.getByRole('menuitem', { name: 'Duplicate' }).click();
        await page.getByText('1 change', { exact: true }).first().waitFor();
        await consoles.client.revokeToken(await newest());
        await save(app.name, 'web:2');
      },
      shows: async ({ page }) => {
        await page.getByRole('alert').getByText('Your session has ended').waitFor();
        await page.getByText('Its token has expired or was revoked. Drafts are safe.').waitFor();
        const { token } = await consoles.client.createToken({ name: 'next' });
        await page.getByLabel('Or paste an API token').fill(token);
        await page.getByRole('button', { name: 'Log in' }).click();
        await page.getByText('1 change', { exact: true }).first().waitFor();
      },
    },
    {
      name: 'a viewer sees controls that are disabled, with the right that they need',
      path: '/apps/{app}',
      as: async () => {
        await consoles.client.createUser({ name: 'vera', roles: [{ project: '*', role: 'viewer' }] });
        return consoles.client.createToken({ name: 'browser', user: 'vera' });
      },
      cause: async () => undefined,
      shows: async ({ page, app }) => {
        for (const [name, right] of [
          ['Scale…', 'operate'],
          ['Restart…', 'operate'],
          ['Deploy…', 'deploy'],
        ] as const) {
          const control = page.getByRole('button', { name, exact: true });
          await control.and(page.locator('[aria-disabled="true"]')).waitFor();
          await control.focus();
          await page.getByRole('tooltip').getByText(`Needs the right “${right}”; ask an administrator`).waitFor();
        }
        await page.goto(`${consoles.url}/apps/${app.name}/pods`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(await page.getByRole('alert').count()).toBe(0);
      },
    },
    {
      name: 'a right that was taken away meanwhile is refused with the reason, and its control is disabled then',
      path: '/apps/{app}',
      as: async () => {
        await consoles.client.createUser({ name: 'otto', roles: [{ project: '*', role: 'operator' }] });
        return consoles.client.createToken({ name: 'browser', user: 'otto' });
      },
      cause: async ({ page }) => {
        await page.getByRole('button', { name: 'Scale…' }).click();
        await consoles.client.changeUser('otto', { roles: [{ project: '*', role: 'viewer' }] });
        await page.getByRole('dialog').getByRole('textbox').first().fill('2');
        await page.getByRole('dialog').getByRole('button', { name: 'Scale', exact: true }).click();
      },
      shows: async ({ page }) => {
        const refusal = page.getByRole('dialog').getByRole('alert');
        await refusal.getByText(/^role operator .* required/).waitFor();
        await refusal.getByText(/^FORBIDDEN · HTTP 403 · request /).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Scale…' }).and(page.locator('[aria-disabled="true"]')).waitFor();
      },
    },
    {
      name: 'an application that is deleted in a second tab: by whom, when, and its runs',
      path: '/apps/{app}',
      cause: async ({ context, app }) => {
        await consoles.client.execWorkflow(app.id, { wait: 60 });
        const { page } = await consoles.openTab(context, `/apps/${app.name}`);
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Delete…' }).click();
        await page.getByRole('dialog').getByRole('textbox').fill(app.name);
        await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      },
      shows: async ({ page, app }) => {
        await page
          .getByRole('heading', { name: new RegExp(`^“${app.name}” was deleted by admin at .*:\\d\\d`) })
          .waitFor();
        await page.getByRole('link', { name: /^Run \d+, which deleted it$/ }).waitFor();
        await page.getByRole('link', { name: `Last runs of ${app.name}` }).click();
        await page.getByRole('row', { name: /Delete/ }).waitFor();
        await page.getByRole('row', { name: /Deploy/ }).waitFor();
        // Also for a user who comes by its name.
        await page.goto(`${consoles.url}/apps/${app.name}/canvas`);
        await page.getByRole('heading', { name: /was deleted by admin at/ }).waitFor();
      },
    },
    {
      name: 'what never was is not found, with a way on',
      path: '/apps/absent',
      before: async () => undefined,
      cause: async () => undefined,
      shows: async ({ page }) => {
        await page.getByRole('heading', { name: 'There is no app “absent”' }).waitFor();
        await page.goto(`${consoles.url}/runs/999999`);
        await page.getByRole('link', { name: 'All runs' }).waitFor();
        await page.goto(`${consoles.url}/settings/absent`);
        await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor();
      },
    },
    {
      name: 'a second save of the same revision shows theirs and mine, and overwrites nothing',
      path: '/apps/{app}/canvas?component={app}-web',
      cause: async ({ page, app }) => {
        await page.getByRole('textbox', { name: 'Image' }).fill('web:mine');
        await page.getByText('1 change', { exact: true }).first().waitFor();
        await save(app.name, 'web:theirs');
        await page.getByText('r2 was saved meanwhile').first().waitFor();
        await page.getByRole('button', { name: 'Save', exact: true }).first().click();
      },
      shows: async ({ page, app }) => {
        const dialog = page.getByRole('dialog');
        await dialog.getByText('web:theirs').first().waitFor();
        await dialog.getByText('web:mine').first().waitFor();
        expect((await consoles.client.getApplication(app.id)).revision).toBe(2);
        const result = dialog.getByRole('region', { name: 'Result' });
        await result.getByText('web:theirs').waitFor();
        await dialog.getByRole('button', { name: 'Mine' }).click();
        await result.getByText('web:mine').waitFor();
        await dialog.getByRole('button', { name: 'Use the merge' }).click();
        await page.getByRole('button', { name: 'Save', exact: true }).first().click();
        await expect.poll(async () => (await consoles.client.getApplication(app.id)).revision).toBe(3);
        const { text } = await consoles.client.getRevision(app.id, '3');
        expect(text).toContain('web:mine');
      },
    },
    {
      name: 'a slow response shows a skeleton after 200 ms, and no skeleton when data is read again',
      path: '/apps',
      cause: async ({ page }) => {
        const held: (() => void)[] = [];
        await page.exposeFunction('release', () => held.splice(0).map((release) => release()).length);
        await page.route(APPLICATIONS, async (route) => {
          await new Promise<void>((resolve) => held.push(resolve));
          await route.continue();
        });
        await page.reload();
      },
      shows: async ({ page, app }) => {
        const skeleton = page.locator('main').getByRole('status', { name: 'Loading' });
        await skeleton.waitFor();
        expect(await readStyle(skeleton, 'animation-delay')).toBe('0.2s');
        await expect.poll(() => page.evaluate('release()')).toBeGreaterThan(0);
        await page.getByRole('link', { name: app.name }).waitFor();
        await save('reread');
        const bar = page.locator('main > [aria-hidden="true"]').first();
        await expect.poll(async () => Number(await readStyle(bar, 'opacity'))).toBeGreaterThan(0.5);
        expect(await skeleton.count()).toBe(0);
        expect(await page.getByRole('link', { name: app.name }).count()).toBe(1);
        await page.evaluate('release()');
        await page.getByRole('link', { name: 'reread' }).waitFor();
      },
    },
    {
      name: 'a stream that cannot be opened: the pill, of when the data is, and polling until it is back',
      path: '/apps',
      before: ({ page }) => page.getByText('Live', { exact: true }).waitFor(),
      cause: async ({ page }) => {
        await page.route('**/api/v1/events?*', (route) => route.abort('connectionreset'));
        await page.reload();
      },
      shows: async ({ page }) => {
        const pill = page.getByRole('banner').getByRole('status');
        await pill.getByText('Polling every 5 s').waitFor();
        const notice = page.getByRole('region', { name: 'Age of the data' });
        await notice.getByText(/^Live updates are interrupted. What is shown was read at \d\d:\d\d:\d\d\.$/).waitFor();
        const [lost, warning] = await Promise.all([pill, notice].map((part) => readStyle(part, 'background-color')));
        expect(lost).toBe(warning);
        await save('polled');
        await page.getByRole('link', { name: 'polled' }).waitFor();
        await page.unroute('**/api/v1/events?*');
        await pill.getByText('Live', { exact: true }).waitFor();
        await notice.waitFor({ state: 'hidden' });
      },
    },
    {
      name: 'a platform that is gone leaves what is shown; pages that are not loaded yet are errors until it is back',
      path: '/apps',
      before: async ({ page, app }) => {
        await page.getByRole('link', { name: app.name }).waitFor();
        await page.getByText('Live', { exact: true }).waitFor();
      },
      cause: () => consoles.crash(),
      shows: async ({ page, app }) => {
        await page
          .getByRole('banner')
          .getByRole('status')
          .getByText(/^(Reconnecting|Polling every 5 s)/)
          .waitFor();
        await page.getByRole('region', { name: 'Age of the data' }).waitFor();
        expect(await page.getByRole('link', { name: app.name }).count()).toBe(1);
        await page.getByRole('link', { name: 'Metrics', exact: true }).first().click();
        await alert(page).getByText('Its code could not be loaded from the platform').waitFor();
        await page.getByRole('link', { name: /^Apps/ }).first().click();
        await page.getByRole('link', { name: app.name }).waitFor();
        await page.getByRole('link', { name: 'Metrics', exact: true }).first().click();
        await alert(page).getByText('Its code could not be loaded from the platform').waitFor();
        await consoles.startAgain();
        await alert(page).getByRole('button', { name: 'Reload panel' }).click();
        await page.getByRole('heading', { level: 1, name: 'Metrics' }).waitFor();
        await page.getByText('Live', { exact: true }).waitFor();
      },
    },
    {
      name: 'a malformed import states line and reason, stores nothing and keeps its button disabled',
      path: '/apps/new?from=import',
      cause: ({ page }) => page.getByRole('textbox', { name: 'Text' }).fill('name: malformed\ncomponent: [\n  - {'),
      shows: async ({ page }) => {
        await alert(page)
          .getByText(/^Line \d+/)
          .first()
          .waitFor();
        const open = page.getByRole('button', { name: 'Open canvas' });
        expect(await open.getAttribute('aria-disabled')).toBe('true');
        await open.focus();
        await page.getByRole('tooltip').waitFor();
        expect((await consoles.client.listApplications({ name: 'malformed' })).applications).toEqual([]);
      },
    },
    {
      name: 'a cluster without metrics: what to install, and the rest of the page works',
      path: '/apps/{app}/metrics',
      cause: async ({ page, app }) => {
        await page.route(`**/api/v1/applications/${app.id}/usage*`, (route) =>
          route.fulfill({
            status: 503,
            json: { code: 10_094, error: 'METRICS_UNAVAILABLE', message: 'no metrics', requestId: 'r' },
          }),
        );
        await page.reload();
      },
      shows: async ({ page }) => {
        await page.getByRole('heading', { name: 'The cluster reports no usage' }).waitFor();
        await page.getByText(/Install metrics-server/).waitFor();
        await page.getByRole('link', { name: 'Revisions' }).click();
        await page.getByRole('row', { name: /^r1\b/ }).waitFor();
      },
    },
    {
      name: 'an error in the code of a panel is a panel that is reloaded; the draft is safe',
      path: '/apps/{app}/canvas?view=outline',
      cause: async ({ page, app }) => {
        await page.getByRole('button', { name: `Actions of ${app.name}-web` }).click();
        await page.getByRole('menuitem', { name: 'Duplicate' }).click();
        await page.getByText('1 change', { exact: true }).first().waitFor();
        await page.evaluate(`{
          globalThis.WorkingObserver = ResizeObserver;
          ResizeObserver = class { constructor() { throw new Error('the panel is broken'); } };
        }`);
        await page.getByRole('button', { name: 'Canvas', exact: true }).click();
      },
      shows: async ({ page }) => {
        await alert(page).getByText('This panel failed. Drafts are safe.').waitFor();
        await page.getByText('1 change', { exact: true }).first().waitFor();
        await page.evaluate('ResizeObserver = WorkingObserver');
        await alert(page).getByRole('button', { name: 'Reload panel' }).click();
        await alert(page).waitFor({ state: 'hidden' });
        await page.getByText('1 change', { exact: true }).first().waitFor();
        // Another page is not the one that failed.
        await page.getByRole('link', { name: 'Overview' }).click();
        await page.getByRole('button', { name: 'Scale…' }).waitFor();
      },
    },
  ];

  test.each(failures.map((failure, at) => ({ ...failure, at })))('$name', async ({ at, ...failure }) => {
    const name = `fails-${at}`;
    const app = { name, id: await save(name) };
    const { page, context } = await consoles.open(failure.path.replaceAll('{app}', name), {
      permissions: ['clipboard-read', 'clipboard-write'],
      token: (await failure.as?.())?.token,
    });
    const scene = { page, context, app };
    if (failure.before === undefined) await page.getByRole('heading', { level: 1 }).waitFor();
    else await failure.before(scene);
    await failure.cause(scene);
    await failure.shows(scene);
    await context.close();
  });
});

/** A property of the computed style of an element. */
function readStyle(element: Locator, property: string): Promise<string> {
  return element.evaluate(
    (node, name) => node.ownerDocument.defaultView?.getComputedStyle(node).getPropertyValue(name) ?? '',
    property,
  );
}

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFindings, CHROMIUM, ConsoleBrowser } from '../../test-support/console/console-browser.ts';
import { type Hands, keyboard, pointer } from '../../test-support/console/hands.ts';

const GOLDEN = readFileSync(new URL('../../test-support/console/documents/built.json', import.meta.url), 'utf8');
const WIDE = { width: 1440, height: 900 } as const;
const PHONE = { width: 375, height: 800 } as const;
const FULL = process.env.KUBEMIN_TEST_FULL === '1';
/** The short form takes the two that have nothing in common. */
const WAYS = [
  ['on the canvas by pointer', 'pointed', pointer, WIDE],
  ['in the outline of a phone by keyboard alone', 'typed', keyboard, PHONE],
  ['on the canvas by keyboard alone', 'keyed', keyboard, WIDE],
  ['in the outline of a phone by pointer', 'outlined', pointer, PHONE],
] as const;

describe.skipIf(CHROMIUM === undefined)('applications that are built in the console', () => {
  let consoles: ConsoleBrowser;
  beforeAll(async () => {
    consoles = await ConsoleBrowser.start();
  });
  afterAll(() => consoles.close());

  test.each(FULL ? WAYS : WAYS.slice(0, 2))(
    'config, secret, store and service are made from nothing %s, deployed and watched: the document is the golden one',
    async (_, name, handsOf, viewport) => {
      const { page, context, errors } = await consoles.open('/apps/new?from=blank', { viewport });
      const hands = handsOf(page);
      await hands.type(page.getByRole('textbox', { name: 'App name' }), name);
      await hands.press(page.getByRole('button', { name: 'Open canvas' }));
      await addComponents(page, hands, name);
      expect(await accessibilityFindings(page)).toEqual([]);
      await arrangeSteps(page, hands, name);
      await hands.press(page.getByRole('button', { name: 'Deploy…' }));
      await page.getByText('StatefulSet').first().waitFor();
      await hands.press(page.getByRole('button', { name: 'Deploy', exact: true }));
      await page.locator('h1 + span', { hasText: 'Completed' }).waitFor();
      await hands.press(page.getByRole('navigation', { name: 'Run' }).getByRole('link', { name: 'Canvas' }));
      await page.getByRole('button', { name: `${name}-db StatefulSet: Completed` }).waitFor();
      const [stored] = (await consoles.client.listApplications({ name })).applications;
      const { text } = await consoles.client.getRevision(stored?.id ?? '', '1', { format: 'json' });
      expect(JSON.parse(text)).toEqual(JSON.parse(GOLDEN.replaceAll('NAME', name)));
      expect(stored).toMatchObject({ revision: 1, health: { phase: 'Healthy' } });
      expect(errors).toEqual([]);
      await context.close();
    },
  );

  test('a review lists what a new image, a larger volume and a copy create, update and replace, and no secret', async () => {
    const storage = [{ type: 'persistent', name: 'data', mountPath: '/data', size: '1Gi', tmpCreate: true }];
    const document = {
      name: 'reviewed',
      component: [
        { name: 'login', type: 'secret', properties: { secret: { password: SECRET } } },
        { name: 'db', type: 'store', image: 'db:1', traits: { storage } },
        { name: 'api', type: 'webservice', image: 'api:1', properties: { ports: [{ port: 80 }] } },
      ],
    };
    const { id } = await consoles.client.saveApplication({ text: JSON.stringify(document), format: 'json' });
    await consoles.client.execWorkflow(id, { wait: 60 });
    const { page, context, errors } = await consoles.open('/apps/reviewed/canvas?component=api');
    const traffic = recordTraffic(page);
    const inspector = page.locator('[data-inspector]');
    await inspector.getByRole('textbox', { name: 'Image', exact: true }).fill('api:2');
    await page.locator('[data-card="api"]').focus();
    await page.keyboard.press('Control+d');
    await page.locator('[data-card="db"]').click();
    await inspector.getByRole('tab', { name: 'Traits' }).click();
    await inspector.getByRole('textbox', { name: 'Size', exact: true }).fill('2Gi');
    await page.locator('[data-card="login"]').click();
    await inspector.getByRole('tab', { name: 'Code' }).click();
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByText('StatefulSet').first().waitFor();
    const seen: string[] = [];
    for (const job of await page.getByRole('main').locator('li button[aria-pressed]').all()) {
      await job.click();
      await page.getByRole('button', { name: 'Manifest' }).click();
      seen.push(await page.content());
    }
    expect(await listedJobs(page, id)).toEqual([
      'Secret login: Unchanged',
      'StatefulSet store-db: Replace',
      'Service svc-db-hl: Unchanged',
      'Deployment deploy-api: Update',
      'Service svc-api: Unchanged',
      'Service api: Unchanged',
      'Deployment deploy-api-2: Create',
      'Service svc-api-2: Create',
      'Service api-2: Create',
    ]);
    const order = page.getByRole('region', { name: 'Order of work' });
    await order.getByTitle(`StatefulSet store-db-${id}, Service svc-db-${id}-hl`).getByText('db × 2').waitFor();
    const everything = `${seen.join('')}${await traffic()}`;
    for (const text of ['store-db-', 'api:2']) expect(everything).toContain(text);
    for (const text of [SECRET, Buffer.from(SECRET).toString('base64')]) expect(everything.includes(text)).toBe(false);
    expect(errors).toEqual([]);
    await context.close();
  });

  test('a template that is used twice makes components of different names, each with its parameters', async () => {
    const template = {
      name: 'stack',
      tmpEnable: true,
      parameters: [
        {
          name: 'version',
          type: 'string',
          default: '1',
          fields: [{ path: 'component[web].image', text: 'web:{version}' }],
        },
      ],
      component: [
        { name: 'settings', type: 'config', properties: { conf: { LOG: 'info' } } },
        {
          name: 'web',
          type: 'webservice',
          image: 'web:1',
          traits: { envFrom: [{ type: 'config', sourceName: 'settings' }] },
        },
      ],
    };
    await consoles.client.saveApplication({ text: JSON.stringify(template), format: 'json' });
    const { page, context, errors } = await consoles.open('/templates/stack');
    const canvas = page.getByRole('region', { name: 'Components' });
    await canvas.getByRole('listitem', { name: 'All components' }).getByRole('article', { name: 'web' }).waitFor();
    await page.goto(`${consoles.url}/apps/new?from=template`);
    for (const [name, version] of Object.entries({ 'first-shop': '2', 'second-shop': '3' })) {
      await page
        .getByRole('main')
        .getByRole('link', { name: /^S?.*stack/ })
        .last()
        .click();
      await page.getByRole('textbox', { name: 'App name' }).fill(name);
      await page.getByRole('textbox', { name: 'version' }).fill(version);
      await page.getByRole('button', { name: 'Open canvas' }).click();
      await page.getByRole('button', { name: 'Deploy…' }).click();
      await page.getByRole('button', { name: 'Deploy', exact: true }).click();
      await page.locator('h1 + span', { hasText: 'Completed' }).waitFor();
      await page.goto(`${consoles.url}/apps/new?from=template`);
    }
    const components = await Promise.all(
      ['first-shop', 'second-shop'].map(async (name) => {
        const [{ id = '' } = {}] = (await consoles.client.listApplications({ name })).applications;
        return (await consoles.client.listComponents(id)).components.map((each) => [
          each.name,
          each.image,
          each.status,
        ]);
      }),
    );
    expect(components).toEqual([
      [
        ['first-shop-settings', undefined, 'Running'],
        ['first-shop-web', 'web:2', 'Running'],
      ],
      [
        ['second-shop-settings', undefined, 'Running'],
        ['second-shop-web', 'web:3', 'Running'],
      ],
    ]);

    await page.goto(`${consoles.url}/apps/new?from=blank`);
    await page.getByRole('textbox', { name: 'App name' }).fill('both-shops');
    await page.getByRole('button', { name: 'Open canvas' }).click();
    for (const revision of [1, 2]) {
      await page.getByRole('button', { name: 'Add A' }).click();
      await page.getByRole('searchbox').fill('stack');
      await page.getByRole('region', { name: 'Templates' }).getByRole('button').click();
      await expect.poll(() => page.locator('[data-card]').count()).toBe(2 * revision);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText(`Saved r${revision}`).waitFor();
    }
    const [both] = (await consoles.client.listApplications({ name: 'both-shops' })).applications;
    const { document } = await consoles.client.getRevision(both?.id ?? '', '2');
    const uses = (name: string) => ({ traits: { envFrom: [{ sourceName: name }] } });
    expect(document.component).toMatchObject([
      { name: 'both-shops-settings' },
      { name: 'both-shops-web', ...uses('both-shops-settings') },
      { name: 'both-shops-settings-2' },
      { name: 'both-shops-web-2', ...uses('both-shops-settings-2') },
    ]);
    expect(errors).toEqual([]);
    await context.close();
  });
});

async function addComponents(page: Page, hands: Hands, name: string): Promise<void> {
  const inspector = page.locator('[data-inspector]');
  const dialog = page.getByRole('dialog');
  const field = (label: string) => inspector.getByRole('textbox', { name: label, exact: true });
  /** On a phone it covers the page. */
  const closeInspector = async (): Promise<void> => {
    if (!(await inspector.isVisible())) return;
    await hands.press(page.getByRole('button', { name: 'Close inspector' }), 'Escape');
    await inspector.waitFor({ state: 'hidden' });
  };
  const add = async (type: string, called: string): Promise<void> => {
    await closeInspector();
    await hands.press(page.getByRole('button', { name: /^Add( A)?$/ }), 'a');
    await hands.type(dialog.getByRole('searchbox'), type);
    await hands.press(dialog.getByRole('region', { name: 'Component' }).getByRole('button').first());
    await hands.press(inspector.getByRole('button', { name: 'Rename' }));
    await hands.type(dialog.getByRole('textbox', { name: 'Name' }), `${name}-${called}`);
    await hands.press(dialog.getByRole('button', { name: 'Rename' }));
    await page.getByRole('complementary', { name: `Inspector: ${name}-${called}` }).waitFor();
  };
  const addKey = async (key: string, value: string): Promise<void> => {
    await hands.type(field('New key of Data'), key);
    await hands.press(inspector.getByRole('group', { name: 'Data' }).getByRole('button', { name: 'Add' }));
    await hands.type(inspector.getByLabel(`Value of ${key}`), value);
  };
  const use = async (source: string, target: string, usage: () => Promise<void>): Promise<void> => {
    await closeInspector();
    await hands.choose(page.getByRole('button', { name: `Actions of ${name}-${source}` }), 'Use in…');
    await dialog.getByRole('combobox', { name: 'Component' }).selectOption(`${name}-${target}`);
    await usage();
    await hands.press(dialog.getByRole('button', { name: 'Use', exact: true }));
  };

  await add('config', 'settings');
  await addKey('LOG_LEVEL', 'debug');
  await add('secret', 'login');
  await addKey('password', 'hunter2');
  await add('store', 'db');
  await hands.type(field('Image'), 'mysql:8.4');
  await hands.press(inspector.getByRole('group', { name: 'Ports' }).getByRole('button', { name: 'Add' }));
  await hands.type(field('Port'), '3306');
  await hands.press(inspector.getByRole('tab', { name: 'Traits' }));
  await hands.choose(inspector.getByRole('button', { name: 'Add trait' }), 'Storage');
  await hands.type(field('Name'), 'data');
  await hands.type(field('Mount path'), '/var/lib/mysql');
  await hands.type(field('Size'), '5Gi');
  await hands.press(inspector.getByRole('switch', { name: 'New claim' }));
  await add('webservice', 'api');
  await hands.press(inspector.getByRole('tab', { name: 'Settings' }));
  await hands.type(field('Image'), 'api:1');
  await use('settings', 'api', async () => undefined);
  await use('login', 'db', async () => {
    await hands.press(dialog.getByRole('button', { name: 'One variable' }));
    await hands.type(dialog.getByRole('textbox', { name: 'Variable' }), 'MYSQL_ROOT_PASSWORD');
  });
}

async function arrangeSteps(page: Page, hands: Hands, name: string): Promise<void> {
  const actions = (of: string) => page.getByRole('button', { name: `Actions of ${of}` });
  const rename = async (from: string, to: string): Promise<void> => {
    await hands.choose(actions(from), 'Rename');
    const dialog = page.getByRole('dialog');
    await hands.type(dialog.getByRole('textbox', { name: 'Name' }), to);
    await hands.press(dialog.getByRole('button', { name: 'Rename' }));
    await dialog.waitFor({ state: 'hidden' });
  };
  await hands.press(page.getByRole('button', { name: 'Add step' }).first());
  await rename('deploy', 'base');
  await rename('step-2', 'services');
  await hands.choose(actions(`${name}-db`), 'Move to services');
  await hands.choose(actions(`${name}-api`), 'Move to services');
  await hands.choose(actions('base'), 'Deliver in parallel');
  await hands.choose(actions('services'), 'Deliver one after the other');
}

const SECRET = 'hunter2-of-the-review';

/** The objects that a review lists, with what happens to each; the id of the application is left out. */
async function listedJobs(page: Page, appId: string): Promise<readonly string[]> {
  const texts = await page.getByRole('main').locator('li button[aria-pressed]').allInnerTexts();
  return texts.map((text) => text.replaceAll(appId, 'ID').replace(/\n.*\n/, ': '));
}

/** Collects what a page sends and receives, streams aside. */
function recordTraffic(page: Page): () => Promise<string> {
  const texts: Promise<string>[] = [];
  page.on('request', (request) => texts.push(Promise.resolve(`${request.url()} ${request.postData() ?? ''}`)));
  page.on('response', (response) => {
    const isStream = response.headers()['content-type']?.startsWith('text/event-stream') === true;
    if (!isStream) texts.push(response.text().catch(() => ''));
  });
  return async () => (await Promise.all(texts)).join('\n');
}

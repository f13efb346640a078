import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFindings, CHROMIUM, ConsoleBrowser } from '../../test-support/console/console-browser.ts';
import { consoleRoutes } from '../../test-support/console/console-routes.ts';
import { NetworkRecord } from '../../test-support/console/network-record.ts';

const FULL = process.env.KUBEMIN_TEST_FULL === '1';

/** What is shown while something loads. */
const LOADING = /^(?:Loading|正在加载)$/;

const SECRET = 'hunter2-of-the-walk';
const TYPED = 'typed-of-the-walk';

const COMBINATIONS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  (['en', 'zh-CN'] as const).flatMap((locale) =>
    ([1440, 375] as const).map((width) => ({ colorScheme, locale, width, isShort: false })),
  ),
);
/** The short form walks two ways, in which each choice is once. */
const WALKS = COMBINATIONS.filter(
  ({ colorScheme, locale, width }) =>
    FULL || (colorScheme === 'light' ? locale === 'en' && width === 1440 : locale === 'zh-CN' && width === 375),
);

describe.skipIf(CHROMIUM === undefined)('every page of the console', () => {
  let consoles: ConsoleBrowser;
  let routes: readonly string[];
  beforeAll(async () => {
    consoles = await ConsoleBrowser.start();
    routes = consoleRoutes(await prepare());
  });
  afterAll(() => consoles.close());

  /** An application with two revisions, a Secret and its use; a template; a user, a token and a profile. */
  async function prepare() {
    const { client } = consoles;
    const walked = (image: string) => ({
      name: 'walked',
      component: [
        { name: 'walked-login', type: 'secret', properties: { secret: { password: SECRET } } },
        { name: 'walked-conf', type: 'config', properties: { conf: { LEVEL: 'info' } } },
        {
          name: 'walked-web',
          type: 'webservice',
          image,
          replicas: 2,
          properties: { ports: [{ port: 80 }] },
          traits: { envs: [{ name: 'PASSWORD', valueFrom: { secret: { name: 'walked-login', key: 'password' } } }] },
        },
      ],
    });
    const save = (document: object) => client.saveApplication({ text: JSON.stringify(document), format: 'json' });
    const { id } = await save(walked('web:1'));
    await client.execWorkflow(id, { wait: 60 });
    await save(walked('web:2'));
    const { number } = await client.execWorkflow(id, { wait: 60 });
    await save({ ...walked('web:3'), name: 'shared', tmpEnable: true, component: walked('web:3').component.slice(2) });
    await client.createUser({ name: 'vera', roles: [{ project: 'walk', role: 'viewer' }] });
    await client.createToken({ name: 'walks', scopes: ['read'] });
    const [node] = (await client.clusterNodes('default')).nodes;
    const secrets = await client.clusterObjects('default', 'secrets', { namespace: 'default' });
    const secret = secrets.objects.find(({ name }) => name.includes('walked-login'))?.name;
    return {
      app: 'walked',
      component: 'walked-web',
      template: 'shared',
      run: number,
      node: node?.name ?? expect.fail('no node'),
      secret: secret ?? expect.fail('no Secret'),
    };
  }

  /** Goes to another page as a link does, without loading the console again. */
  async function visit(page: Page, path: string): Promise<void> {
    await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })`);
    const isShown = `__TSR_ROUTER__.state.status === 'idle'
      && __TSR_ROUTER__.state.resolvedLocation.href === __TSR_ROUTER__.state.location.href`;
    await expect.poll(() => page.evaluate(isShown)).toBe(true);
    await page.locator('main').locator('h1, h2, [role="alert"]').first().waitFor();
    await expect.poll(() => page.getByRole('status', { name: LOADING }).count(), { timeout: 20_000 }).toBe(0);
  }

  test.each(WALKS)(
    'in $colorScheme, $locale, $width px: accessible, translated, not wider than the window, and without values of secrets',
    async ({ colorScheme, locale, width }) => {
      const tab = await consoles.open('/settings/about', { colorScheme, locale, viewport: { width, height: 800 } });
      const { page, context, errors } = tab;
      await page.getByRole('heading', { level: 1 }).waitFor();
      const network = await NetworkRecord.start(page);
      await page.reload();
      const wrong: string[] = [];
      for (const path of routes) {
        await visit(page, path);
        const found = [
          ...(await page.locator('main').getByRole('alert').allTextContents()).filter((text) => text !== ''),
          ...(await accessibilityFindings(page)),
          ...(await wideParts(page)),
          ...(await untranslatedTexts(page, locale)),
          ...((await shownText(page)).includes(SECRET) ? ['shows the value of a secret'] : []),
        ];
        wrong.push(...found.map((finding) => `${path}: ${finding}`));
      }
      expect(wrong).toEqual([]);
      expect(await network.find(SECRET)).toEqual([]);
      expect(await network.hasReceived(/\/api\/v1\/applications\/\w+$/, 'walked-login')).toBe(true);
      expect(errors).toEqual([]);
      await context.close();
    },
  );

  test('a value that is typed is sent to be checked and to be saved, is received from nowhere, and is nowhere after that', async () => {
    const { page, context } = await consoles.open('/apps/walked/canvas?component=walked-login');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const network = await NetworkRecord.start(page);
    // The stream of events is opened with the page.
    await page.reload();
    const field = page.locator('input[type="password"]').first();
    await field.fill(TYPED);
    expect(await field.getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await page
      .getByText(/^Saved r\d+$/)
      .first()
      .waitFor();
    for (const path of ['/apps/walked/canvas?view=code', '/apps/walked/plan', '/apps/walked/revisions?rev=2&with=3']) {
      await visit(page, path);
      expect(await shownText(page)).not.toContain(TYPED);
    }
    const found = (await network.find(TYPED)).map(({ direction, url }) => `${direction} ${new URL(url).pathname}`);
    // A draft that rests is checked by the server before it is saved.
    expect(found.filter((each) => each !== 'sent /api/v1/applications/try')).toEqual(['sent /api/v1/applications']);
    // The record has what came by the stream, too.
    await expect.poll(() => network.hasReceived(/\/api\/v1\/events\?/, 'walked')).toBe(true);
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(TYPED);
    await context.close();
  });
});

/** The document with what is typed into its fields. */
async function shownText(page: Page): Promise<string> {
  return page.evaluate(`document.documentElement.outerHTML
    + [...document.querySelectorAll('input, textarea, select')].map(({ value }) => value).join(' ')`);
}

/** Parts that are wider than the window, or than the page that they are on. */
async function wideParts(page: Page): Promise<readonly string[]> {
  return page.evaluate(`
    [document.documentElement, ...document.querySelectorAll('main > div')]
      .filter((part) => part.scrollWidth > part.clientWidth + 1)
      .map((part) => 'scrolls sideways: ' + part.tagName + ' ' + part.scrollWidth + ' > ' + part.clientWidth)`);
}

/** Texts with a code or a parameter of a message in them, or in the other language. */
async function untranslatedTexts(page: Page, locale: 'en' | 'zh-CN'): Promise<readonly string[]> {
  const texts: readonly string[] = await page.evaluate(`{
    const KEPT = 'code, pre, kbd, time, script, noscript, style, .mono, [role="log"], .cm-editor, [lang]:not(html)';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [document.title];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement.closest(KEPT) === null) found.push(node.textContent.trim());
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
      if (element.closest(KEPT) !== null) continue;
      for (const name of ['aria-label', 'title', 'placeholder']) found.push(element.getAttribute(name)?.trim() ?? '');
    }
    [...new Set(found)].filter((text) => text !== '')
  }`);
  const marks = [
    /\{\w+[?}:]/,
    /\b(?:base|kube|model|render|convert|plugin|client|engine|server|console|cli)\.[a-z]\w*\.[a-z]\w*/,
    // The switch of the language has the name of the other one.
    locale === 'en' ? /(?!中文)\p{Script=Han}{2}/u : /(?<![\w-])[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}(?![\w:-])/,
  ];
  // Commands are the same in all languages.
  const isWrong = (text: string): boolean => marks.some((mark) => mark.test(text.replace(/\bkubemin .*/, '')));
  return texts.filter(isWrong).map((text) => `not translated: ${text}`);
}

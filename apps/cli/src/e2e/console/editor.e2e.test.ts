import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { goldenExamples, goldenText } from '@kubemin/testing/golden';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFindings, CHROMIUM, ConsoleBrowser } from '../../test-support/console/console-browser.ts';
import { ROOT } from '../../test-support/kubemin-process.ts';
import { runHere } from '../../test-support/run-here.ts';

const FULL = process.env.KUBEMIN_TEST_FULL === '1';
const EXAMPLES = readdirSync(join(ROOT, 'examples'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:ya?ml|json)$/.test(file))
  // Documents that use a template come after it.
  .toSorted((left, right) => Number(right.endsWith('template.yaml')) - Number(left.endsWith('template.yaml')))
  .map((file) => join('examples', file));
const DOCUMENTS = 'apps/cli/src/test-support/console/documents';
/** What the manual and the design notes print, with their comments: a whole application, every trait, a workflow; and what must not change of them. */
const PRINTED = {
  'platform/server/src/test-support/manual-application.json': {
    component: [
      {},
      {},
      {},
      { replicas: 2, properties: { ports: [{ port: 8080, expose: true }], env: { APP_ENV: 'production' } } },
      { replicas: 2, properties: { ports: [{ port: 80, expose: true }] } },
    ],
    workflow: [{ name: 'deploy-all', mode: 'StepByStep', components: { length: 5 } }],
  },
  [join(DOCUMENTS, 'manual-traits.jsonc')]: { component: { length: 36 } },
  [join(DOCUMENTS, 'manual-workflow.jsonc')]: {
    workflow: [
      { name: 'config-step', mode: 'StepByStep', components: ['config', 'secret'] },
      { name: 'database', mode: 'DAG', components: ['mysql', 'redis'] },
      { name: 'services', mode: 'StepByStep', components: ['backend', 'frontend'] },
    ],
  },
};
interface ImportedText {
  readonly name: string;
  readonly text: string;
  readonly format: 'json' | 'yaml';
  /** What must be in the stored document. */
  readonly kept: object;
}

function readFileToImport(file: string, kept: object = {}): ImportedText {
  const format = /\.jsonc?$/.test(file) ? 'json' : 'yaml';
  return { name: file, text: readFileSync(join(ROOT, file), 'utf8'), format, kept };
}

/** Each example of the manual alone, spelled and commented as printed. */
const ALONE: readonly ImportedText[] = goldenExamples.map((example, at) => ({
  name: example.name,
  text: goldenText(example, `printed-${at}`),
  format: 'json',
  kept: {},
}));
/** The short form imports those of the manual together, and a few that use most of the model; the long one all. */
const IMPORTED: readonly ImportedText[] = [
  ...Object.entries(PRINTED).map(([file, kept]) => readFileToImport(file, kept)),
  ...(FULL ? EXAMPLES : ['examples/demo.json', 'examples/shop.yaml']).map((file) => readFileToImport(file)),
  ...(FULL ? ALONE : ALONE.slice(0, 1)),
];

describe.skipIf(CHROMIUM === undefined)('the editor of the console', () => {
  let consoles: ConsoleBrowser;
  beforeAll(async () => {
    consoles = await ConsoleBrowser.start();
  });
  afterAll(() => consoles.close());

  async function importText(page: Page, text: string): Promise<void> {
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

  test.each(IMPORTED)('$name is imported, saved and exported untouched: the document is the same', async (imported) => {
    const { text, format, kept } = imported;
    const { page, context } = await consoles.open('/apps/new?from=import');
    await importText(page, text);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved r1').waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'JSON' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
    const exported = await readFile(await (await downloading).path(), 'utf8');
    const name = decodeURIComponent(/\/apps\/([^/]+)\//.exec(page.url())?.[1] ?? '');
    const [saved] = (await consoles.client.listApplications({ name })).applications;
    expect((await consoles.client.getRevision(saved?.id ?? '', '1')).document).toMatchObject(kept);
    for (const same of [{ text, format } as const, { text: exported, format: 'json' } as const]) {
      const again = await consoles.client.saveApplication(same);
      expect({ id: again.id, outcome: again.outcome }).toEqual({ id: saved?.id, outcome: 'unchanged' });
    }
    await context.close();
  });

  /** Stores an application of one component. */
  async function store(name: string): Promise<string> {
    const component = [{ name: 'one', type: 'webservice', image: 'web:1' }];
    return (await consoles.client.saveApplication({ text: JSON.stringify({ name, component }), format: 'json' })).id;
  }

  /** The draft that the browser keeps, as its text; undefined where nothing is changed. */
  async function readDraft(page: Page, appId: string): Promise<string | undefined> {
    const kept = await page.evaluate(`localStorage.getItem('kubemin.draft|${consoles.url}|${appId}')`);
    return typeof kept === 'string' ? JSON.stringify(JSON.parse(kept).draft) : undefined;
  }

  test('20 changes are undone and redone step by step; a reload in between restores the same bytes', async () => {
    const id = await store('drafted');
    const { page, context } = await consoles.open('/apps/drafted/canvas');
    const drafts: (string | undefined)[] = [undefined];
    await page.locator('[data-card="one"]').focus();
    for (let change = 1; change <= 20; change += 1) {
      await page.keyboard.press('Control+d');
      await expect.poll(() => readDraft(page, id), { interval: 10 }).not.toBe(drafts.at(-1));
      drafts.push(await readDraft(page, id));
    }
    expect(new Set(drafts).size).toBe(21);
    const go = async (key: string, to: number): Promise<void> => {
      await page.keyboard.press(key);
      await expect.poll(() => readDraft(page, id), { interval: 10 }).toBe(drafts[to]);
    };
    for (let to = 19; to >= 0; to -= 1) await go('Control+z', to);
    for (let to = 1; to <= 20; to += 1) await go('Control+y', to);
    for (let to = 19; to >= 13; to -= 1) await go('Control+z', to);
    await page.reload();
    await page
      .getByText(/^\d+ changes?$/)
      .first()
      .waitFor();
    expect(await readDraft(page, id)).toBe(drafts[13]);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Discarded all changes').first().waitFor();
    expect((await consoles.client.getApplication(id)).revision).toBe(1);
    await context.close();
  });

  test('a draft survives a crash of its tab; a secret that was typed in it has to be typed again', async () => {
    const id = await store('crashed');
    const { page, context } = await consoles.open('/apps/crashed/canvas');
    await page.getByRole('button', { name: 'Add A' }).click();
    await page.getByRole('searchbox').fill('secret');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'New key of Data' }).fill('password');
    await page.keyboard.press('Enter');
    await page.getByLabel('Value of password').fill('hunter2');
    await expect.poll(() => readDraft(page, id)).toContain('lost-secret');
    const draft = await readDraft(page, id);
    const crashed = page.waitForEvent('crash');
    // It never responds: what would is gone.
    void (await context.newCDPSession(page)).send('Page.crash').catch(() => undefined);
    await crashed;

    const next = await consoles.openTab(context, '/apps/crashed/canvas?component=credentials', { logIn: true });
    const secret = next.page.getByLabel('Value of password');
    await secret.and(next.page.getByPlaceholder('Typed in another tab. Type it again')).waitFor();
    expect(await readDraft(next.page, id)).toBe(draft);
    expect(await next.page.getByRole('button', { name: 'Save', exact: true }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await secret.fill('hunter3');
    await next.page.getByRole('button', { name: 'Save', exact: true }).click();
    await next.page.getByText('Saved r2').waitFor();
    await context.close();
  });

  test('an application of the command line is imported, reordered and deployed in the console; its export has no difference', async () => {
    const run = (...args: string[]) =>
      runHere([...args, '--data-dir', consoles.home.at()], { cwd: consoles.home.path });
    const second = ['component.2.type=store', 'component.2.name=looped-db', 'component.2.image=db:1'].flatMap(
      (value) => ['--set', value],
    );
    const first = ['--component', 'looped-web', '--type', 'webservice', '--image', 'web:1', '--port', '80'];
    const init = await runHere(
      ['init', '--no-input', '--name', 'looped', ...first, ...second, '--file', 'looped.json'],
      { cwd: consoles.home.path },
    );
    expect(init).toMatchObject({ exitCode: 0 });
    const { page, context } = await consoles.open('/apps/new?from=import');
    await page.getByLabel('File').setInputFiles(join(consoles.home.path, 'looped.json'));
    await page.getByRole('button', { name: 'Open canvas' }).click();
    const cards = page.locator('[data-card]');
    await expect.poll(() => cards.allTextContents()).toEqual(['looped-web', 'looped-db']);
    await page.locator('[data-card="looped-db"]').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => cards.allTextContents()).toEqual(['looped-db', 'looped-web']);
    await page.getByRole('button', { name: 'Deploy…' }).click();
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page.locator('h1 + span', { hasText: 'Completed' }).waitFor();
    await context.close();

    expect(await run('export', 'looped', '--format', 'document', '-f', 'exported.json')).toMatchObject({ exitCode: 0 });
    const exported = JSON.parse(readFileSync(join(consoles.home.path, 'exported.json'), 'utf8'));
    expect(exported.workflow).toMatchObject([{ components: ['looped-db', 'looped-web'] }]);
    expect(await run('diff', 'exported.json')).toMatchObject({ exitCode: 0 });
    expect(await run('diff', 'looped.json')).toMatchObject({ exitCode: 0 });
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

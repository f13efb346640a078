import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, ConsoleBrowser } from '../../test-support/console/console-browser.ts';
import { keyboard, pointer } from '../../test-support/console/hands.ts';

/** An invalid name, a probe of two kinds, and a secret that is delivered after its user. */
const FAULTY = {
  name: 'faulty',
  component: [
    { name: 'faulty-login', type: 'secret', properties: { secret: { password: '********' } } },
    { name: 'faulty-db', type: 'store', image: 'db:1' },
    {
      name: 'Faulty_API',
      type: 'webservice',
      image: 'api:1',
      traits: {
        probes: [{ type: 'readiness', httpGet: { path: '/', port: 80 }, tcpSocket: { port: 80 } }],
        envFrom: [{ type: 'secret', sourceName: 'faulty-login' }],
      },
    },
  ],
  workflow: [
    { name: 'base', mode: 'DAG', components: ['faulty-db', 'Faulty_API'] },
    { name: 'services', components: ['faulty-login'] },
  ],
};

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

  /** To screen readers. */
  async function announced(page: Page, text: string): Promise<void> {
    await page.locator('[aria-live="polite"]', { hasText: text }).waitFor({ state: 'attached' });
  }

  /** A component of the draft that the browser keeps; empty without a draft. */
  async function draftComponent(page: Page, appId: string, name: string): Promise<Readonly<Record<string, unknown>>> {
    const text = await page.evaluate(`localStorage.getItem('kubemin.draft|${consoles.url}|${appId}')`);
    if (typeof text !== 'string') return {};
    const { draft }: { draft: { component: readonly Readonly<Record<string, unknown>>[] } } = JSON.parse(text);
    return draft.component.find((component) => component.name === name) ?? {};
  }

  async function save(page: Page, revision: number): Promise<void> {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(`Saved r${revision}`).waitFor();
  }

  test('a card that is moved and a step that is made parallel by pointer, by menu and by keys make the same document', async () => {
    const mode = (page: Page) =>
      page.getByRole('region', { name: 'Step services' }).getByRole('button', { name: 'Sequential' });
    const typed = async (page: Page, name: string): Promise<void> => {
      const hands = keyboard(page);
      await hands.reach(card(page, name));
      await page.keyboard.press('Alt+ArrowRight');
      await announced(page, `${name} moved to services, position 2 of 2`);
      await page.locator(`[data-card="${name}"]:focus`).waitFor();
      await page.keyboard.press('Alt+ArrowUp');
      await page.locator(`[data-card="${name}"]:focus`).waitFor();
      await hands.press(mode(page));
      await page.getByRole('button', { name: 'Parallel' }).and(page.locator(':focus')).waitFor();
    };
    const ways: Readonly<Record<string, (page: Page, name: string) => Promise<void>>> = {
      dragged: async (page, name) => {
        const from = await page.locator('.react-flow__node-card', { has: card(page, name) }).boundingBox();
        const to = await page.locator('.react-flow__node-card', { has: card(page, 'dragged-api') }).boundingBox();
        if (from === null || to === null) throw new Error('a card has no place');
        await page.mouse.move(from.x + 130, from.y + 90);
        await page.mouse.down();
        await page.mouse.move(to.x + 130, to.y + 20, { steps: 12 });
        await page.mouse.up();
        await mode(page).click();
      },
      chosen: async (page, name) => {
        const { choose } = pointer(page);
        const actions = page.getByRole('button', { name: `Actions of ${name}` });
        await choose(actions, 'Move to services');
        await actions.and(page.locator(':focus')).waitFor();
        await choose(actions, 'Move up');
        await choose(page.getByRole('button', { name: 'Actions of services' }), 'Deliver in parallel');
      },
      typed,
      // On a phone, where the canvas is an outline, the same keys do the same.
      outlined: typed,
    };
    for (const [name, change] of Object.entries(ways)) {
      const id = await store(name);
      const viewport = { width: name === 'outlined' ? 375 : 1440, height: 900 };
      const { page, context, errors } = await consoles.open(`/apps/${name}/canvas`, { viewport });
      await card(page, `${name}-db`).waitFor();
      await change(page, `${name}-db`);
      await announced(page, 'Step services is now parallel');
      await save(page, 2);
      expect(await storedWorkflow(id, 2)).toMatchObject([
        { name: 'base', mode: 'DAG', components: [`${name}-login`] },
        { name: 'services', mode: 'DAG', components: [`${name}-db`, `${name}-api`] },
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

  test('an invalid name, a probe of two kinds and a later reference are marked wherever they are shown', async () => {
    const id = await store('faulty');
    const { page, context } = await consoles.open('/apps/faulty/canvas?view=code');
    await page.getByRole('button', { name: 'JSON' }).click();
    const code = page.getByRole('textbox', { name: 'Document as JSON' });
    await code.fill(JSON.stringify(FAULTY, undefined, 2));
    // One in the gutter for each line.
    await expect.poll(() => page.locator('.cm-lint-marker-error').count()).toBe(2);
    await expect.poll(() => page.locator('.cm-lint-marker-warning').count()).toBe(1);
    await page.getByRole('button', { name: 'Canvas', exact: true }).click();
    const lane = page.getByRole('region', { name: 'Step base' });
    await lane.locator('header').getByRole('img', { name: '2 errors' }).waitFor();
    await card(page, 'Faulty_API').and(page.locator('[aria-label*="2 errors, 1 warning"]')).waitFor();
    const deploy = page.getByRole('button', { name: 'Deploy: fix 2 errors' });
    await deploy.focus();
    await page.getByRole('tooltip', { name: /^Fix first: .*faulty_api/i }).waitFor({ state: 'attached' });

    await page
      .getByRole('button', { name: /2 errors/ })
      .last()
      .click();
    const problems = page.getByRole('region', { name: 'Problems' });
    const inspector = page.locator('[data-inspector]');
    await problems.getByText('component[2].name').click();
    await inspector.getByRole('button', { name: 'Rename' }).and(page.locator('[aria-invalid="true"]:focus')).waitFor();
    await problems.getByText('component[2].traits.probes[0]').click();
    await inspector.getByText(/exactly one/).waitFor();
    await problems.getByRole('button', { name: 'Move faulty-login earlier' }).click();
    await expect.poll(() => problems.getByText('faulty-login').count()).toBe(0);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page
      .getByRole('alert')
      .getByText(/faulty_api/i)
      .first()
      .waitFor();
    expect((await consoles.client.getApplication(id)).revision).toBe(1);
    await context.close();
  });

  test('what the server alone refuses is shown at its field, and nothing is saved', async () => {
    const id = await store('refused');
    const { page, context } = await consoles.open('/apps/refused/canvas?component=refused-api');
    // Saving is the first that the server hears of it.
    await page.route('**/applications/try*', (route) => route.abort());
    await page.locator('[data-inspector]').getByRole('combobox', { name: 'Type' }).selectOption('Worker');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const field = page.locator('[data-inspector]').getByRole('combobox', { name: 'Type' });
    await field.and(page.locator('[aria-invalid="true"]:focus')).waitFor();
    await page.getByRole('alert').getByText('component[2].type:', { exact: true }).waitFor();
    expect((await consoles.client.getApplication(id)).revision).toBe(1);
    await context.close();
  });

  test('a secret that is dragged to a component is a trait and an edge; without the edge there is no trait', async () => {
    const id = await store('linked');
    const { page, context, errors } = await consoles.open('/apps/linked/canvas');
    const node = (name: string) => page.locator('.react-flow__node-card', { has: card(page, name) });
    const handle = async (name: string, kind: 'source' | 'target') => {
      const box = await node(name).locator(`.react-flow__handle.${kind}.connectable`).boundingBox();
      if (box === null) throw new Error(`${name} has no place to drag`);
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    };
    await card(page, 'linked-api').waitFor();
    await page.mouse.move(...(await handle('linked-login', 'source')));
    await page.mouse.down();
    await page.mouse.move(...(await handle('linked-api', 'target')), { steps: 12 });
    await page.mouse.up();
    const dialog = page.getByRole('dialog', { name: 'How is linked-login used?' });
    expect(await dialog.getByRole('combobox', { name: 'Component' }).inputValue()).toBe('linked-api');
    await dialog.getByRole('button', { name: 'One variable' }).click();
    await dialog.getByRole('button', { name: 'Use', exact: true }).click();

    const traits = () => draftComponent(page, id, 'linked-api').then(({ traits: found }) => found);
    const envs = [{ name: 'PASSWORD', valueFrom: { secret: { name: 'linked-login', key: 'password' } } }];
    const edge = page.getByRole('group', { name: 'linked-api uses linked-login (envs)' });
    await edge.waitFor({ state: 'attached' });
    await expect.poll(traits).toEqual({ envs });
    await edge.locator('.react-flow__edge-interaction').click({ force: true });
    await page.keyboard.press('Delete');
    await edge.waitFor({ state: 'detached' });
    await expect.poll(traits).toBeUndefined();
    await page.keyboard.press('Control+z');
    await edge.waitFor({ state: 'attached' });
    await expect.poll(traits).toEqual({ envs });
    await keyboard(page).reach(edge);
    await page.keyboard.press('Delete');
    await page.locator('[data-card="linked-api"]:focus').waitFor();
    await expect.poll(traits).toBeUndefined();
    expect(errors).toEqual([]);
    await context.close();
  });
});

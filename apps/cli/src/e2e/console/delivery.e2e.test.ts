import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, ConsoleBrowser } from '../../test-support/console/console-browser.ts';
import { recordStates } from '../../test-support/console/recorded-states.ts';
import { runHere } from '../../test-support/run-here.ts';

describe.skipIf(CHROMIUM === undefined)('deliveries in the console', () => {
  let consoles: ConsoleBrowser;
  beforeAll(async () => {
    consoles = await ConsoleBrowser.start();
  });
  afterAll(() => consoles.close());

  async function save(document: Readonly<Record<string, unknown>>): Promise<string> {
    return (await consoles.client.saveApplication({ text: JSON.stringify(document), format: 'json' })).id;
  }

  const web = (name: string, more: Readonly<Record<string, unknown>> = {}) => ({
    name,
    component: [{ name: `${name}-web`, type: 'webservice', image: 'web:1', properties: { ports: [{ port: 80 }] } }],
    ...more,
  });

  test('a run of a command that waits for approval is approved in the browser; two tabs and a terminal see the same states', async () => {
    const appId = await save(
      web('asks', {
        workflow: [
          { name: 'gate', type: 'approval', properties: { message: 'Go on?' } },
          { name: 'deliver', components: ['asks-web'] },
        ],
      }),
    );
    const { number } = await consoles.client.execWorkflow(appId);
    const { page, context, errors } = await consoles.open(`/runs/${number}`);
    const other = await consoles.openTab(context, `/runs/${number}`);
    await other.page.getByRole('heading', { name: `Run ${number}` }).waitFor();
    const watched = runHere(['run', 'watch', String(number), '--data-dir', consoles.home.at()], {
      cwd: consoles.home.path,
    });
    await page.getByText('Go on?').waitFor();
    const states = [await recordStates(page), await recordStates(other.page)];
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    for (const tab of [page, other.page]) await tab.locator('h1 + span', { hasText: 'Completed' }).waitFor();
    for (const seen of states) expect(await seen()).toEqual(['Running', 'Completed']);
    const { exitCode, stdout, stderr } = await watched;
    expect({ exitCode, text: stdout + stderr }).toMatchObject({
      exitCode: 0,
      text: expect.stringContaining('completed'),
    });
    const { jobs } = await consoles.client.taskStatus(String(number));
    expect(jobs.find(({ approval }) => approval !== undefined)?.approval).toMatchObject({ verdict: 'approved' });
    expect(errors).toEqual([]);
    await context.close();
  });

  test('a run is cancelled with what it made kept, and states so', async () => {
    const appId = await save(
      web('stops', {
        workflow: [
          { name: 'deliver', components: ['stops-web'] },
          { name: 'gate', type: 'approval', properties: { message: 'Wait here' } },
        ],
      }),
    );
    const { number } = await consoles.client.execWorkflow(appId);
    const { page, context } = await consoles.open(`/runs/${number}`);
    await page.getByText('Wait here').waitFor();
    await page.getByRole('button', { name: 'Cancel…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).click();
    await page.locator('h1 + span', { hasText: 'Cancelled' }).waitFor();
    expect((await consoles.client.listComponents(appId)).components).toMatchObject([{ status: 'Running' }]);
    await context.close();
  });

  test('a run that fails states the reason in words, and its retry is a new run', async () => {
    const failing = { annotations: { 'kubemin.io/simulate': 'image-pull-error' }, ports: [{ port: 80 }] };
    const appId = await save({
      name: 'fails',
      component: [{ name: 'fails-web', type: 'webservice', image: 'web:none', properties: failing }],
    });
    const { number } = await consoles.client.execWorkflow(appId);
    const { page, context } = await consoles.open(`/runs/${number}`);
    await page.locator('h1 + span', { hasText: 'Failed' }).waitFor({ timeout: 120_000 });
    await page
      .getByText(/cannot pull image/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Retry from failed' }).click();
    await page.waitForURL(new RegExp(`/runs/(?!${number}$)\\d+$`));
    await context.close();
  });

  test('an application is scaled to 3 and to 0, which is no failure', async () => {
    const appId = await save(web('scales'));
    await consoles.client.execWorkflow(appId, { wait: 60 });
    const { page, context } = await consoles.open('/apps/scales');
    const scale = async (replicas: number): Promise<void> => {
      await page.getByRole('button', { name: 'Scale…' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Replicas of scales-web' }).fill(String(replicas));
      await page.getByRole('dialog').getByRole('button', { name: 'Scale', exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    };
    await scale(3);
    await page.getByText('3 / 3').waitFor();
    await scale(0);
    await page.getByText('Scaled to 0').first().waitFor();
    expect((await consoles.client.listTasks(appId)).tasks.map(({ kind }) => kind)).toEqual([
      'scale',
      'scale',
      'deploy',
    ]);
    await context.close();
  });

  test('an application is deleted after its name was typed', async () => {
    const appId = await save(web('goes'));
    await consoles.client.execWorkflow(appId, { wait: 60 });
    const { page, context } = await consoles.open('/apps/goes');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog');
    const button = dialog.getByRole('button', { name: 'Delete', exact: true });
    await button.click({ force: true });
    expect((await consoles.client.getApplication(appId)).name).toBe('goes');
    await dialog.getByRole('textbox').fill('goes');
    await button.click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await consoles.client.listApplications({ name: 'goes' })).applications).toEqual([]);
    await context.close();
  });

  test('texts of users are shown as texts, whatever they contain', async () => {
    const description = '<img src=x onerror="globalThis.attacked = true"> \u202Ereversed \u001B[31mred';
    await save(web('tricks', { description }));
    const { page, context } = await consoles.open('/apps/tricks');
    await page.getByText('<img src=x').first().waitFor();
    await page.goto(`${consoles.url}/apps`);
    await page.getByText('<img src=x').first().waitFor();
    expect(await page.evaluate('globalThis.attacked')).toBeUndefined();
    await context.close();
  });

  test('a viewer sees controls that are disabled, with the reason', async () => {
    await save(web('watched'));
    await consoles.client.createUser({ name: 'vera', roles: [{ project: '*', role: 'viewer' }] });
    const { token } = await consoles.client.createToken({ name: 'browser', user: 'vera' });
    const { page, context } = await consoles.open('/apps/watched', { logIn: false });
    await page.getByLabel('Or paste an API token').fill(token);
    await page.getByRole('button', { name: 'Log in' }).click();
    const scale = page.getByRole('button', { name: 'Scale…' });
    await scale.waitFor();
    expect(await scale.getAttribute('aria-disabled')).toBe('true');
    await scale.focus();
    await page
      .getByRole('tooltip')
      .getByText(/operate/)
      .waitFor();
    await context.close();
  });
});

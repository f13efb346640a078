import { writeFile } from 'node:fs/promises';
import type { Job, RunEvent, TaskStatus } from '@kubemin/client';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, ConsoleBrowser } from '../../test-support/console/console-browser.ts';
import { type FlakyServer, startFlakyServer } from '../../test-support/console/flaky-server.ts';
import { cardHistory, recordCards } from '../../test-support/console/recorded-states.ts';
import { runHere } from '../../test-support/run-here.ts';

/** Two graphics cards on one node, which is all that the cluster has. */
const SIMULATION_RULES = JSON.stringify({
  nodes: [{ count: 1, prefix: 'gpu', capacity: { 'nvidia.com/gpu': '2' } }],
});

describe.skipIf(CHROMIUM === undefined)('runs in the console', () => {
  let consoles: ConsoleBrowser;
  let probed: FlakyServer;
  beforeAll(async () => {
    probed = await startFlakyServer();
    consoles = await ConsoleBrowser.start('--outbound-allow-hosts', '127.0.0.1');
  });
  afterAll(async () => {
    await consoles.close();
    await probed.close();
  });

  async function save(document: Readonly<Record<string, unknown>>): Promise<string> {
    return (await consoles.client.saveApplication({ text: JSON.stringify(document), format: 'json' })).id;
  }

  async function eventsOf(run: number): Promise<readonly RunEvent[]> {
    const events: RunEvent[] = [];
    for await (const event of consoles.client.followRun(String(run))) events.push(event);
    return events;
  }

  const state = (page: Page, text: string) => page.locator('h1 + span', { hasText: text }).waitFor();
  const web = (name: string, startDelay: string) => ({
    name,
    type: 'webservice',
    image: 'web:1',
    properties: { ports: [{ port: 80 }], annotations: { 'kubemin.io/simulate-start-delay': startDelay } },
  });
  const config = (name: string) => ({ name, type: 'config', properties: { conf: { mode: 'on' } } });
  const gate = { name: 'gate', type: 'approval', properties: { message: 'Go on?' } };

  test('a deployment is watched on the canvas of two tabs, one of them reloaded: the same states in legal order, one card of a sequential lane at a time', async () => {
    const services = ['lanes-one', 'lanes-two'];
    await save({
      name: 'lanes',
      component: [config('lanes-conf'), web('lanes-db', '0s'), ...services.map((name) => web(name, '2s'))],
      workflow: [
        gate,
        { name: 'base', mode: 'DAG', components: ['lanes-conf', 'lanes-db'] },
        { name: 'services', mode: 'StepByStep', components: services },
      ],
    });
    const { page, context, errors } = await consoles.open('/apps/lanes/plan');
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page.waitForURL(/\/runs\/\d+$/);
    const run = Number(/\d+$/.exec(page.url())?.[0]);
    const other = (await consoles.openTab(context, `/runs/${run}/canvas`)).page;
    await page.getByRole('link', { name: 'Canvas', exact: true }).click();
    const card = (tab: Page, name: string, is: string) =>
      tab.getByRole('article', { name: `${name}, ${is}`, exact: true });
    for (const tab of [page, other]) await card(tab, 'lanes-two', 'Waiting').waitFor();

    const seen = await recordCards(page);
    const seenBefore = await recordCards(other);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await card(other, 'lanes-one', 'Running').waitFor();
    const before = await seenBefore();
    await other.reload();
    await card(other, 'lanes-one', 'Completed').waitFor();
    const seenAfter = await recordCards(other);
    for (const tab of [page, other]) await state(tab, 'Completed');

    const tabs = [await seen(), [...before, ...(await seenAfter())]];
    for (const shown of tabs) {
      for (const name of ['lanes-db', ...services]) {
        const history = cardHistory(shown, name);
        const legal = ['waiting', 'running', 'completed'];
        expect(history, name).toEqual(legal.filter((each) => history.includes(each)));
      }
      const running = shown.map((cards) => services.filter((name) => cards[name] === 'running').length);
      expect(Math.max(...running)).toBe(1);
    }
    expect(services.map((name) => cardHistory(tabs[0] ?? [], name))).toEqual(
      services.map(() => ['waiting', 'running', 'completed']),
    );
    expect(tabs[1]?.at(-1)).toEqual(tabs[0]?.at(-1));
    expect(mostRunning(await eventsOf(run), services)).toBe(1);
    expect(errors).toEqual([]);
    await context.close();
  });

  test('a job that fails twice and then passes has three attempts on its bar; waits and durations are those of the API', async () => {
    probed.failWhile((request) => request < 3);
    const retry = { limit: 2, backoff: '300ms' };
    const step = { name: 'probe', type: 'http', properties: { url: probed.url }, retry };
    const appId = await save({ name: 'flaky', component: [], workflow: [step] });
    const { number } = await consoles.client.execWorkflow(appId);
    const { page, context } = await consoles.open(`/runs/${number}`);
    await state(page, 'Completed');
    expect(probed.requests).toBe(3);

    const events = await eventsOf(number);
    const spans = attemptSpans(events);
    await page.getByRole('button', { name: /^probe, attempt 1, Failed/ }).waitFor();
    const bars = await page.getByRole('button', { name: /^probe, attempt/ }).all();
    expect(await Promise.all(bars.map((bar) => bar.getAttribute('aria-label')))).toEqual(
      spans.map((ms, at) => `probe, attempt ${at + 1}, ${at < 2 ? 'Failed' : 'Completed'}, ${shownDuration(ms)}`),
    );
    expect(await page.getByRole('button', { name: /before the next attempt$/ }).count()).toBe(2);
    await page.getByText('3 attempts').waitFor();

    const task = (await consoles.client.listTasks(appId)).tasks[0];
    const [created, started, ended] = [task?.createdAt, task?.startedAt, task?.endedAt].map((at = '') =>
      Date.parse(at),
    );
    const facts = page.getByRole('main');
    await facts.getByText(`Waited ${shownDuration(Number(started) - Number(created))}`).waitFor();
    await facts.getByText(`Worked ${shownDuration(Number(ended) - Number(started))}`).waitFor();
    await context.close();
  });

  test('a run that fails permanently is retried from there: what was done is kept, and both runs link to each other', async () => {
    probed.failWhile(() => true);
    const appId = await save({
      name: 'again',
      component: [config('again-conf'), web('again-web', '0s')],
      workflow: [
        { name: 'deliver', components: ['again-conf', 'again-web'] },
        { name: 'probe', type: 'http', properties: { url: probed.url }, retry: { limit: 0 } },
      ],
    });
    const { number } = await consoles.client.execWorkflow(appId);
    const { page, context } = await consoles.open(`/runs/${number}`);
    await state(page, 'Failed');
    expect(probed.requests).toBe(1);
    probed.failWhile(() => false);
    await page.getByRole('button', { name: 'Retry from failed' }).click();
    await page.waitForURL(new RegExp(`/runs/(?!${number}$)\\d+$`));
    const next = Number(/\d+$/.exec(page.url())?.[0]);
    await state(page, 'Completed');
    for (const name of ['again-conf', 'again-web']) {
      await page
        .getByRole('row', { name: new RegExp(`^${name}\\b`) })
        .getByText('Kept')
        .first()
        .waitFor();
    }
    await page.getByRole('button', { name: /^probe, attempt 1, Completed/ }).waitFor();
    expect(probed.requests).toBe(1);
    const [first, second] = await Promise.all([number, next].map((run) => consoles.client.taskStatus(String(run))));
    const delivered = (jobs: readonly Job[] = []) =>
      jobs.filter(({ step }) => step === 'deliver').map(({ status, endedAt }) => ({ status, endedAt }));
    expect(delivered(second?.jobs)).toEqual(delivered(first?.jobs));
    await page.getByRole('link', { name: 'Retries an earlier run' }).click();
    await page.getByRole('heading', { name: `Run ${number}` }).waitFor();
    await page.getByRole('link', { name: `Retried as run ${next}` }).click();
    await page.getByRole('heading', { name: `Run ${next}` }).waitFor();
    await context.close();
  });

  test('a run that is cancelled is shown as cancelling first; what it made is kept, or cleaned up without what was there before', async () => {
    const before = { name: 'stop', component: [config('stop-conf')] };
    const appId = await save(before);
    await consoles.client.execWorkflow(appId, { wait: 60 });
    await save({
      ...before,
      component: [...before.component, web('stop-web', '0s')],
      workflow: [{ name: 'deliver', components: ['stop-conf', 'stop-web'] }, gate],
    });
    const objects = async () => {
      const kinds = ['configmaps', 'deployments.apps', 'services'];
      const lists = await Promise.all(
        kinds.map((kind) => consoles.client.clusterObjects('default', kind, { namespace: 'default' })),
      );
      return lists.flatMap((list) => list.objects.map(({ name }) => name)).filter((name) => name.includes('stop-'));
    };
    const [conf] = await objects();
    const { number } = await consoles.client.execWorkflow(appId);
    const { page, context } = await consoles.open(`/runs/${number}`);
    await page.getByText('Go on?').waitFor();
    const made = await objects();
    // The Deployment and its Service, beside what was there before.
    expect(made.length).toBeGreaterThan(2);

    const asked = Promise.withResolvers<void>();
    await page.route('**/cancel', async (route) => {
      await asked.promise;
      await route.continue();
    });
    const cancel = async (choice: 'Keep it' | 'Clean it up') => {
      await page.getByRole('button', { name: 'Cancel…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: choice }).check();
      await dialog.getByRole('button', { name: 'Cancel run' }).click();
    };
    const opensCleanUp = async () => {
      await page.getByRole('button', { name: 'Open run' }).click();
      await page.getByRole('main').getByText('Clean up', { exact: true }).first().waitFor();
      await state(page, 'Completed');
      expect(await objects()).toEqual([conf]);
    };
    await cancel('Keep it');
    await state(page, 'Cancelling…');
    asked.resolve();
    await state(page, 'Cancelled');
    expect(await objects()).toEqual(made);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Clean up…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Clean it up' }).click();
    await opensCleanUp();

    const next = await consoles.client.execWorkflow(appId);
    await page.goto(`${consoles.url}/runs/${next.number}`);
    await page.getByText('Go on?').waitFor();
    expect(new Set(await objects())).toEqual(new Set(made));
    await cancel('Clean it up');
    await state(page, 'Cancelled');
    await opensCleanUp();
    await context.close();
  });

  test('a request for more cards than there are is rejected with the reason, which is no failure; the page of the capacity agrees', async () => {
    const rules = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'simulation-rules', namespace: 'kube-system' },
      data: { 'rules.yaml': SIMULATION_RULES },
    };
    await writeFile(consoles.home.at('rules.json'), JSON.stringify(rules));
    expect(
      await runHere(['apply', '-f', 'rules.json', '--data-dir', consoles.home.at()], { cwd: consoles.home.path }),
    ).toMatchObject({ exitCode: 0 });
    const cards = async () =>
      (await consoles.client.clusterCapacity('default')).resources.find(
        ({ resource }) => resource === 'nvidia.com/gpu',
      );
    await expect.poll(async () => (await cards())?.free).toBe('2');

    const model = (gpu: string) => ({
      name: 'model',
      component: [{ ...web('model-web', '0s'), traits: { resources: { gpu } } }],
    });
    const appId = await save(model('3'));
    const { number } = await consoles.client.execWorkflow(appId);
    const { page, context } = await consoles.open(`/runs/${number}`);
    await state(page, 'Rejected');
    const banner = page.getByRole('region', { name: `Run ${number} was rejected` });
    await banner.getByText(/refused by the platform, nothing was changed: .*"model-web".*3 nvidia\.com\/gpu/).waitFor();
    expect(await consoles.client.taskStatus(String(number))).toMatchObject({ status: 'rejected', jobs: [] });
    expect((await consoles.client.metricsSummary()).day.ended.rejected).toBe(1);
    expect(await page.getByRole('button', { name: 'Retry from failed' }).getAttribute('aria-disabled')).not.toBe(
      'true',
    );

    await page.goto(`${consoles.url}/runs?status=rejected`);
    await page.getByRole('row', { name: new RegExp(`Run ${number}\\b.*Rejected`) }).waitFor();
    await page.goto(`${consoles.url}/cluster`);
    const meter = (text: string) => page.getByRole('img', { name: `nvidia.com/gpu: ${text}`, exact: true }).waitFor();
    await meter('0 of 2 requested');
    expect(await cards()).toMatchObject({ allocatable: '2', requested: '0', free: '2' });

    await save(model('2'));
    expect(await consoles.client.execWorkflow(appId, { wait: 60 })).toMatchObject({
      task: { status: 'completed' },
    });
    expect(await cards()).toMatchObject({ requested: '2', free: '0' });
    await page.reload();
    await meter('2 of 2 requested');
    await context.close();
  });

  test('a tab that was offline for a minute catches up from the last event it has seen, without a doubled row', async () => {
    const appId = await save({
      name: 'away',
      component: [config('away-conf'), web('away-web', '0s')],
      workflow: [gate, { name: 'deliver', components: ['away-conf', 'away-web'] }],
    });
    const { number, taskId } = await consoles.client.execWorkflow(appId);
    const { page, context, errors } = await consoles.open('/runs');
    await page.getByRole('row', { name: new RegExp(`Run ${number}\\b`) }).waitFor();
    await page.clock.install();
    await page.goto(`${consoles.url}/runs/${number}/events?events=run`);
    await page.getByText('Go on?').first().waitFor();
    await page.getByText('Live', { exact: true }).waitFor();

    const resumed: string[] = [];
    page.on('request', (request) => {
      if (isStream(request)) resumed.push(request.headers()['last-event-id'] ?? '');
    });
    await context.setOffline(true);
    await page.getByRole('status').getByText('Offline', { exact: true }).waitFor();
    await consoles.client.decideTask(taskId, { verdict: 'approved' });
    await expect.poll(async () => (await consoles.client.taskStatus(taskId)).status).toBe('completed');
    await page.clock.fastForward('01:00');
    await page.getByText('Offline', { exact: true }).waitFor();
    await context.setOffline(false);
    await page.clock.fastForward('00:10');
    await page.getByText('Live', { exact: true }).waitFor();
    await state(page, 'Completed');
    expect(resumed.at(-1)).toMatch(/^\d+\.\d+$/);

    const rows = page.getByRole('table', { name: 'Events' }).getByRole('row');
    await page.getByRole('row', { name: new RegExp(`Run ${number} .*Completed`) }).waitFor();
    const texts = await rows.allInnerTexts();
    const expected = transitions(await eventsOf(number));
    const ends = texts.filter((text) => /Completed/.test(text));
    expect(ends).toHaveLength(expected.filter((status) => status === 'completed').length);
    expect(errors).toEqual([]);
    await context.close();
  });

  test('a tab that is hidden for a while leaves its connection to others, and continues where it was when it is seen again', async () => {
    const appId = await save({ name: 'hidden', component: [config('hidden-conf')] });
    const { page, context } = await consoles.open('/runs');
    await page.getByRole('table', { name: 'Runs' }).waitFor();
    await page.clock.install();
    const opened = page.waitForRequest(isStream);
    await page.goto(`${consoles.url}/apps`);
    await opened;
    await page.getByText('Live', { exact: true }).waitFor();
    const setVisibility = (state: 'hidden' | 'visible') =>
      page.evaluate(`{
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' });
        document.dispatchEvent(new Event('visibilitychange'));
      }`);
    const closed = page.waitForEvent('requestfailed', { predicate: isStream });
    await setVisibility('hidden');
    await page.clock.fastForward('00:31');
    await closed;
    await consoles.client.execWorkflow(appId, { wait: 60 });
    const again = page.waitForRequest(isStream);
    await setVisibility('visible');
    expect((await again).headers()['last-event-id']).toMatch(/^\d+\.\d+$/);
    await page
      .getByRole('row', { name: /hidden/ })
      .getByText('Healthy')
      .waitFor();
    await context.close();
  });
});

/** Whether a request opens the stream of events of a tab. */
function isStream(request: Request): boolean {
  return new URL(request.url()).pathname.endsWith('/api/v1/events');
}

/** How many of these components had running jobs at once, by the events of their run. */
function mostRunning(events: readonly RunEvent[], components: readonly string[]): number {
  const jobs = new Map<string, Job>();
  const counts = events.flatMap((event) => {
    if (event.kind !== 'job') return [];
    jobs.set(event.job.id, event.job);
    const running = [...jobs.values()].filter(({ status }) => status === 'running').map(({ component }) => component);
    return components.filter((each) => running.includes(each)).length;
  });
  return Math.max(...counts);
}

/** How long each attempt of the only job took, by the events of its run. */
function attemptSpans(events: readonly RunEvent[]): readonly number[] {
  const spans: number[] = [];
  let from = 0;
  for (const event of events) {
    if (event.kind !== 'job' || event.job.attempt === 0) continue;
    const { attempt, status, endedAt, texts, startedAt = '' } = event.job;
    const time = Date.parse(event.time);
    // The message of a failed attempt stays until the next one reports something.
    const failed = texts?.message;
    const isFailed = failed?.code === 'engine.run.attemptFailed' && failed.params?.attempt === attempt;
    if (status === 'running' && !isFailed) from = attempt === 1 ? Date.parse(startedAt) : time;
    if (isFailed && spans.length < attempt && status === 'running') spans.push(time - from);
    if (endedAt !== undefined) spans.push(Date.parse(endedAt) - from);
  }
  return spans;
}

/** The state that each event of a run leads to, where it changes one. */
function transitions(events: readonly RunEvent[]): readonly (TaskStatus | Job['status'])[] {
  const last = new Map<string, string>();
  return events.flatMap((event) => {
    const { id, status } = event.kind === 'job' ? event.job : event.task;
    if (last.get(id) === status) return [];
    last.set(id, status);
    return [status];
  });
}

/** A duration of less than a minute as the console writes it. */
function shownDuration(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${Math.round(ms / 1_000)} s`;
}

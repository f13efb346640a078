import { readFile } from 'node:fs/promises';
import { type Job, type RunEvent, runEventSchema } from '@kubemin/client';
import { eventually, missingService } from '@kubemin/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { dataDirectory } from '../../connection/data-directory.ts';
import { CHROMIUM, ConsoleBrowser } from '../../test-support/console/console-browser.ts';
import { type CardStates, cardHistory, recordCards } from '../../test-support/console/recorded-states.ts';
import { KubeminHome } from '../../test-support/kubemin-home.ts';
import { runHere } from '../../test-support/run-here.ts';
import { SharedPlatform } from '../../test-support/shared-platform.ts';

const FULL = process.env.KUBEMIN_TEST_FULL === '1';
const missing = missingService('postgres') ?? missingService('redis');
/** A dead instance is noticed within seconds. */
const SETTINGS = {
  workflow: { heartbeatInterval: '300ms', deadAfter: '2s', localPollInterval: '500ms' },
  leader: { leaseDuration: '6s', renewDeadline: '4s', retryPeriod: '500ms', exitOnLost: false },
};

const COMPONENTS = ['held-conf', 'held-db', 'held-web'];

const program = (name: string, type: string, startDelay: string) => ({
  name,
  type,
  image: `${type}:1`,
  properties: { ports: [{ port: 80 }], annotations: { 'kubemin.io/simulate-start-delay': startDelay } },
});

/** Waits for a decision, so that all can watch from the beginning, and then for a slow component. */
const DOCUMENT = {
  name: 'held',
  component: [
    { name: 'held-conf', type: 'config', properties: { conf: { mode: 'on' } } },
    program('held-db', 'store', '3s'),
    program('held-web', 'webservice', '500ms'),
  ],
  workflow: [
    { name: 'gate', type: 'approval', properties: { message: 'Go on?' } },
    ...COMPONENTS.map((name) => ({ name: `${name}-step`, components: [name] })),
  ],
};

describe.skipIf(CHROMIUM === undefined)('a run whose worker is killed, in the console', () => {
  let consoles: ConsoleBrowser;
  beforeAll(async () => {
    consoles = await ConsoleBrowser.start();
  });
  afterAll(() => consoles.close());

  test('it is resumed: two tabs and a terminal see the same states in the same order, what was done is not done again, and the timeline has a mark', async () => {
    await consoles.client.saveApplication({ text: JSON.stringify(DOCUMENT), format: 'json' });
    const { page, context, errors } = await consoles.open('/apps/held/plan');
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page.waitForURL(/\/runs\/\d+$/);
    const run = /\d+$/.exec(page.url())?.[0] ?? '';
    const other = (await consoles.openTab(context, `/runs/${run}/canvas`)).page;
    await page.getByRole('link', { name: 'Canvas', exact: true }).click();
    const tabs = [page, other];
    const watched = runHere(['run', 'watch', run, '-o', 'jsonl', '--data-dir', consoles.home.at()], {
      cwd: consoles.home.path,
    });
    const recorded: (() => Promise<readonly CardStates[]>)[] = [];
    for (const tab of tabs) {
      await card(tab, 'held-db', 'Waiting').waitFor();
      recorded.push(await recordCards(tab));
    }

    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    for (const tab of tabs) await card(tab, 'held-db', 'Running').waitFor();
    const before = await consoles.client.taskStatus(run);
    const [conf] = before.jobs.filter(({ component }) => component === 'held-conf');
    expect(conf).toMatchObject({ status: 'completed', attempt: 1 });
    const place = { namespace: 'default' };
    const configMap = () => consoles.client.clusterObject('default', 'configmaps', conf?.objectName ?? '', place);
    const written = await configMap();
    await consoles.restart();

    for (const tab of tabs) await tab.locator('h1 + span', { hasText: 'Completed' }).waitFor({ timeout: 60_000 });
    const { exitCode, stdout } = await watched;
    expect(exitCode).toBe(0);
    expectSameStates(await Promise.all(recorded.map((seen) => seen())), readLines(stdout));

    const after = await consoles.client.taskStatus(run);
    expect(after.jobs.find(({ id }) => id === conf?.id)).toEqual(conf);
    expect(await configMap()).toEqual(written);
    for (const tab of tabs) {
      await tab.getByRole('link', { name: 'Timeline', exact: true }).click();
      const marks = tab.getByRole('list', { name: 'Lost workers' }).getByRole('listitem');
      await marks.getByText(/^Worker \S+ lost, resumed by \S+ after \d+ (?:ms|s)$/).waitFor();
      expect(await marks.count()).toBe(1);
    }
    expect(await shownEvents(page, run)).toEqual(await shownEvents(other, run));
    expect(errors).toEqual([]);
    await context.close();
  });
});

describe.skipIf(CHROMIUM === undefined || missing !== undefined || !FULL)(
  `two instances on one database, in the console (${missing ?? 'long form'})`,
  () => {
    test('one is killed while it has a run: the other resumes it, which two tabs and a terminal see', async () => {
      const home = await KubeminHome.create();
      onTestFinished(() => home.remove());
      const platform = await SharedPlatform.start(home, SETTINGS);
      const instances = { one: await platform.instance('one'), two: await platform.instance('two') };
      const { client } = instances.one;
      const { id } = await client.saveApplication({ text: JSON.stringify(DOCUMENT), format: 'json' });
      const { taskId, number } = await client.execWorkflow(id);
      const executor = await eventually(() => platform.executorName(taskId));
      const [victim, survivor] = executor === 'one' ? [instances.one, instances.two] : [instances.two, instances.one];
      const [lost, next] = executor === 'one' ? ['one', 'two'] : ['two', 'one'];
      const token = (await readFile(dataDirectory(platform.directory).adminToken, 'utf8')).trim();
      const consoles = await ConsoleBrowser.openAt({ home, ...survivor, token });
      onTestFinished(() => consoles.close());
      const { page, context } = await consoles.open(`/runs/${number}/canvas`);
      const tabs = [page, (await consoles.openTab(context, `/runs/${number}/canvas`)).page];
      const watched = runHere(['run', 'watch', String(number), '-o', 'jsonl'], {
        cwd: home.path,
        env: { KUBEMIN_URL: survivor.url, KUBEMIN_TOKEN: token },
      });
      const recorded: (() => Promise<readonly CardStates[]>)[] = [];
      for (const tab of tabs) {
        await card(tab, 'held-db', 'Waiting').waitFor();
        recorded.push(await recordCards(tab));
      }
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
      for (const tab of tabs) await card(tab, 'held-db', 'Running').waitFor();
      await victim.process.end('SIGKILL');
      for (const tab of tabs) await tab.locator('h1 + span', { hasText: 'Completed' }).waitFor({ timeout: 60_000 });
      const { exitCode, stdout } = await watched;
      expect(exitCode).toBe(0);
      expectSameStates(await Promise.all(recorded.map((seen) => seen())), readLines(stdout));
      for (const tab of tabs) {
        await tab.getByRole('link', { name: 'Timeline', exact: true }).click();
        const marks = tab.getByRole('list', { name: 'Lost workers' });
        await marks.getByText(new RegExp(`^Worker ${lost} lost, resumed by ${next} after \\d+ s$`)).waitFor();
      }
    });
  },
);

/** The events that a terminal has printed, each as a line. */
function readLines(stdout: string): readonly RunEvent[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => runEventSchema.parse(JSON.parse(line)));
}

/** What tabs have shown is, in its order, part of what the terminal has; and all have seen every component completed. */
function expectSameStates(tabs: readonly (readonly CardStates[])[], events: readonly RunEvent[]): void {
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => at + 1));
  for (const name of COMPONENTS) {
    const states = componentStates(events, name);
    expect(states.at(-1)).toBe('completed');
    for (const seen of tabs) {
      const history = cardHistory(seen, name);
      expect(isSubsequence(history, states), `${name}: ${history} of ${states}`).toBe(true);
      expect(history.at(-1)).toBe('completed');
    }
  }
}

function card(page: Page, name: string, state: string) {
  return page.getByRole('article', { name: `${name}, ${state}`, exact: true });
}

/** The rows of the events of a run in a tab. */
async function shownEvents(page: Page, run: string): Promise<readonly string[]> {
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await page.getByText('Run', { exact: true }).last().click();
  const table = page.getByRole('table', { name: 'Events' });
  await table.getByRole('row', { name: new RegExp(`Run ${run} .*Completed`) }).waitFor();
  return table.getByRole('row').allInnerTexts();
}

/** The states of a component after each event of its run, without repetitions: as a card shows them. */
function componentStates(events: readonly RunEvent[], component: string): readonly string[] {
  const jobs = new Map<string, Job>();
  const states = events.map((event) => {
    if (event.kind === 'job' && event.job.component === component) jobs.set(event.job.id, event.job);
    const statuses = [...jobs.values()].map(({ status }) => status);
    if (statuses.includes('running')) return 'running';
    if (statuses.includes('queued')) return statuses.includes('completed') ? 'running' : 'waiting';
    return statuses.length === 0 ? 'waiting' : 'completed';
  });
  return states.filter((state, at) => state !== states[at - 1]);
}

/** Whether all of a list are in another one, in the same order. */
function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const each of whole) if (each === part[at]) at += 1;
  return at === part.length;
}

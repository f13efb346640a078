import { writeFile } from 'node:fs/promises';
import { LABEL } from '@kubemin/render';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, ConsoleBrowser } from '../../test-support/console/console-browser.ts';
import { runHere } from '../../test-support/run-here.ts';

describe.skipIf(CHROMIUM === undefined)('logs in the console', () => {
  let consoles: ConsoleBrowser;
  beforeAll(async () => {
    consoles = await ConsoleBrowser.start();
  });
  afterAll(() => consoles.close());

  async function deliver(name: string, annotations: Readonly<Record<string, string>>, replicas = 1): Promise<string> {
    const properties = { ports: [{ port: 80 }], annotations };
    const component = [{ name: `${name}-web`, type: 'webservice', image: 'web:1', replicas, properties }];
    const text = JSON.stringify({ name, component });
    const { id } = await consoles.client.saveApplication({ text, format: 'json' });
    await consoles.client.execWorkflow(id, { wait: 60 });
    return id;
  }

  const log = (page: Page) => page.getByRole('log', { name: 'Log lines' });

  async function copiedLines(page: Page): Promise<readonly string[]> {
    await page.getByRole('button', { name: 'Copy the shown lines' }).click();
    const text: string = await page.evaluate('navigator.clipboard.readText()');
    return text.split('\n').filter((line) => line !== '');
  }

  /** The numbers that each pod has written, as they are shown. */
  async function numbersByPod(page: Page): Promise<ReadonlyMap<string, readonly number[]>> {
    const found = (await copiedLines(page)).map((line) => /(\S+)\/\S+ tick (\d+)$/.exec(line));
    return Map.groupBy(
      found.flatMap((match) => (match === null ? [] : [{ pod: match[1] ?? '', number: Number(match[2]) }])),
      ({ pod }) => pod,
    )
      .entries()
      .reduce(
        (all, [pod, lines]) =>
          all.set(
            pod,
            lines.map(({ number }) => number),
          ),
        new Map<string, number[]>(),
      );
  }

  test('two pods are followed; a pause keeps the rows; after a lost connection no line is missing or doubled', async () => {
    const annotations = { 'kubemin.io/simulate-logs': 'tick {n}', 'kubemin.io/simulate-log-interval': '100ms' };
    await deliver('ticks', annotations, 2);
    const { page, context, errors } = await consoles.open('/apps/ticks/logs?range=all', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await expect.poll(async () => (await numbersByPod(page)).size).toBe(2);

    await page.getByRole('button', { name: 'Pause' }).click();
    const shown = await copiedLines(page);
    await page.getByRole('button', { name: /\d+ new lines/ }).waitFor();
    expect(await copiedLines(page)).toEqual(shown);
    await page.getByRole('button', { name: 'Resume' }).click();

    const filter = page.getByRole('searchbox', { name: 'Filter: text or /regex/' });
    await filter.fill('/tick \\d*7$/');
    await expect.poll(async () => (await copiedLines(page)).every((line) => line.endsWith('7'))).toBe(true);
    await page.getByRole('button', { name: 'Highlight instead of filter' }).click();
    await expect.poll(async () => (await copiedLines(page)).some((line) => line.endsWith('8'))).toBe(true);
    await page.getByRole('button', { name: 'Highlight instead of filter' }).click();
    await page.getByRole('button', { name: 'Copy a link to this view' }).click();
    const link: string = await page.evaluate('navigator.clipboard.readText()');
    expect(Object.fromEntries(new URL(link).searchParams)).toEqual({ range: 'all', q: '/tick \\d*7$/' });

    // Without the lines, since only rows in view are in the page: those that follow would move the remark out of it.
    await filter.fill('no such line');
    await consoles.restart();
    await log(page)
      .getByText(/^— \d.* gap —$/)
      .waitFor();
    await filter.fill('');
    const before = Math.max(...[...(await numbersByPod(page)).values()].flat());
    await expect
      .poll(async () => Math.min(...[...(await numbersByPod(page)).values()].map((all) => all.at(-1) ?? 0)))
      .toBeGreaterThan(before);
    for (const numbers of (await numbersByPod(page)).values()) {
      const first = numbers[0] ?? 0;
      expect(numbers).toEqual(numbers.map((_, at) => first + at));
    }
    expect(errors).toEqual([]);
    await context.close();
  });

  test('the log of a pod that is gone is readable and searched, and colours and tricks of lines are text', async () => {
    const id = await deliver('gone', {});
    const spec = { restartPolicy: 'Never', containers: [{ name: 'main', image: 'task:1' }] };
    const labels = { [LABEL.appId]: id, [LABEL.componentName]: 'gone-web' };
    const lines = [
      '\u001b[31mred\u001b[0m <img src=x onerror="globalThis.attacked = true">',
      'ERROR \u202Egnp.exe',
      '{"level":"warn","msg":"slow","ms":412}',
    ];
    const annotations = {
      'kubemin.io/simulate-run-duration': '50ms',
      'kubemin.io/simulate-logs': lines.join('\n'),
    };
    const task = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'task', labels, annotations }, spec };
    await writeFile(consoles.home.at('task.json'), JSON.stringify(task));
    const run = (...words: readonly string[]) =>
      runHere([...words, '--data-dir', consoles.home.at()], { cwd: consoles.home.path });
    expect(await run('apply', '-f', 'task.json')).toMatchObject({ exitCode: 0 });
    await expect.poll(async () => (await consoles.client.applicationLogs(id, { gone: true })).lines.length).toBe(3);
    expect(await run('delete', 'pod', 'task', '--yes')).toMatchObject({ exitCode: 0 });

    const { page, context, errors } = await consoles.open('/apps/gone/logs?age=gone');
    const rows = log(page);
    await rows.getByText('<img src=x onerror="globalThis.attacked = true">').waitFor();
    await rows.getByText('ERROR <U+202E>gnp.exe').waitFor();
    await page.getByRole('button', { name: 'Show JSON fields' }).click();
    await rows.getByText('slow level=warn ms=412', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Level' }).selectOption('Errors');
    await expect.poll(() => rows.getByText('slow').count()).toBe(0);
    await rows.getByText('ERROR <U+202E>gnp.exe').waitFor();
    expect(await page.evaluate('globalThis.attacked')).toBeUndefined();
    expect(await rows.locator('img').count()).toBe(0);
    expect(errors).toEqual([]);
    await context.close();
  });

  test('the log of a job is read in its run after its pod is gone', async () => {
    const annotations = { 'kubemin.io/simulate-run-duration': '50ms', 'kubemin.io/simulate-logs': 'migrated 3 tables' };
    const component = [{ name: 'migrates-task', type: 'job', image: 'task:1', properties: { annotations } }];
    const text = JSON.stringify({ name: 'migrates', component });
    const { id } = await consoles.client.saveApplication({ text, format: 'json' });
    const { number } = await consoles.client.execWorkflow(id, { wait: 60 });
    const [pod] = (await consoles.client.applicationPods(id)).pods;
    const deletion = ['delete', 'pod', `default/${pod?.name ?? ''}`, '--yes', '--data-dir', consoles.home.at()];
    expect(await runHere(deletion, { cwd: consoles.home.path })).toMatchObject({ exitCode: 0 });
    await expect.poll(async () => (await consoles.client.applicationPods(id)).pods).toEqual([]);

    const { page, context, errors } = await consoles.open(`/runs/${number}/logs`);
    await page.getByRole('combobox', { name: 'Log', exact: true }).selectOption({ index: 0 });
    await page.getByText('migrated 3 tables').waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  test('100,000 lines are shown, filtered and scrolled without a stall', async () => {
    await deliver('many', {});
    const { page, context } = await consoles.open('/apps/many');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.route('**/logs/follow?*', (route) =>
      route.fulfill({ status: 200, contentType: 'text/event-stream', body: manyLines(100_000) }),
    );
    await page.evaluate(`{
      let last = performance.now();
      globalThis.longestFrame = 0;
      const frame = (now) => {
        globalThis.longestFrame = Math.max(globalThis.longestFrame, now - last);
        last = now;
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    }`);
    await page.getByRole('link', { name: 'Logs', exact: true }).click();
    const rows = log(page);
    await rows.getByText('line 99999', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Filter: text or /regex/' }).fill('line 4242');
    await rows.getByText('line 42429', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Filter: text or /regex/' }).fill('');
    await rows.getByText('line 99999', { exact: true }).waitFor();
    await rows.press('Home');
    await rows.getByText('line 0', { exact: true }).waitFor();
    expect(await page.evaluate('globalThis.longestFrame')).toBeLessThan(1_000);
    // Only the rows in view are elements.
    expect(await rows.locator('time').count()).toBeLessThan(200);
    await context.close();
  });
});

/** A stream of events with so many lines, as the server sends it. */
function manyLines(count: number): string {
  const batch = 500;
  const messages: string[] = [];
  for (let start = 0; start < count; start += batch) {
    const lines = [...new Array(batch).keys()].map((at) => {
      const number = start + at;
      const time = new Date(1_700_000_000_000 + number).toISOString().replace('Z', '000000Z');
      return { time, pod: 'many-1', container: 'web', component: 'many-web', text: `line ${number}` };
    });
    messages.push(`id: ${start}\ndata: ${JSON.stringify({ kind: 'lines', lines })}\n\n`);
  }
  return `${messages.join('')}id: end\ndata: {"kind":"end"}\n\n`;
}

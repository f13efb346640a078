import type { Task } from '@kubemin/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, ConsoleBrowser } from '../../test-support/console/console-browser.ts';
import { type FlakyServer, startFlakyServer } from '../../test-support/console/flaky-server.ts';

const FULL = process.env.KUBEMIN_TEST_FULL === '1';
const LIMIT = 2;
const QUEUED = 60;
/** More than what a percentile needs. */
const ENDED = 24;
const FAILED = 4;
/** Several pages of the list. */
const LISTED = FULL ? 5_000 : 220;

/** So many runs are started before the next ones. */
const WAVE = 200;
/** Thousands of runs take their time. */
const TIMEOUT_MS = FULL ? 900_000 : 120_000;

describe.skipIf(CHROMIUM === undefined)('many runs in the console', () => {
  let consoles: ConsoleBrowser;
  let called: FlakyServer;
  beforeAll(async () => {
    called = await startFlakyServer();
    const limit = ['--workflow-max-concurrent', String(LIMIT)];
    consoles = await ConsoleBrowser.start('--outbound-allow-hosts', '127.0.0.1', ...limit);
  });
  afterAll(async () => {
    await consoles.close();
    await called.close();
  });

  /** Stores an application whose only job is a request to the server of the test. */
  async function save(name: string): Promise<string> {
    const step = { name: 'call', type: 'http', properties: { url: called.url }, retry: { limit: 0 } };
    const text = JSON.stringify({ name, component: [], workflow: [step] });
    return (await consoles.client.saveApplication({ text, format: 'json' })).id;
  }

  async function start(appIds: readonly string[], count: number): Promise<void> {
    for (let at = 0; at < count; at += 10) {
      const ids = [...new Array(Math.min(10, count - at)).keys()].map((index) => appIds[(at + index) % appIds.length]);
      await Promise.all(ids.map((id = '') => consoles.client.execWorkflow(id)));
    }
  }

  /** Every run of the platform, page by page. */
  async function rawRuns(): Promise<readonly Task[]> {
    const runs: Task[] = [];
    let next: string | undefined;
    do {
      const page = await consoles.client.listRuns({ limit: 100, ...(next !== undefined && { continue: next }) });
      runs.push(...page.tasks);
      next = page.next;
    } while (next !== undefined);
    return runs;
  }

  async function untilEnded(count: number): Promise<void> {
    const open = async () =>
      (await consoles.client.listRuns({ status: ['waiting', 'queued', 'running'] })).tasks.length;
    await expect.poll(open, { timeout: 20_000 + count * 100, interval: 200 }).toBe(0);
  }

  /** Opens the figures, and returns those that are shown together with the response that they are from. */
  async function readFigures(page: Page) {
    const [response] = await Promise.all([
      page.waitForResponse('**/api/v1/metrics/summary'),
      page.goto(`${consoles.url}/metrics`),
    ]);
    const summary: { readonly at: string; readonly queue: { readonly oldestWaitMs: number } } = await response.json();
    const section = page.getByRole('region', { name: 'Now and in the last 24 hours' });
    await section.getByRole('definition').first().waitFor();
    const figure = async (label: string): Promise<string> => {
      const own = section.locator('dl > div', { has: page.getByRole('term').filter({ hasText: label }) });
      return (await own.getByRole('definition').first().textContent()) ?? '';
    };
    return {
      at: Date.parse(summary.at),
      oldestWaitMs: summary.queue.oldestWaitMs,
      depth: await figure('Queue depth'),
      oldest: await figure('Oldest wait'),
      running: await figure('Running / limit'),
      success: await figure('Success rate, 24 h'),
      p95: await figure('p95 duration, 24 h'),
    };
  }

  test(`${QUEUED} runs over the limit are in the queue, one is cancelled there, and the figures are those of the runs`, async () => {
    const apps = await Promise.all([...new Array(8).keys()].map((number) => save(`app-${number}`)));
    called.failWhile((request) => request <= FAILED);
    await start(apps, ENDED);
    await untilEnded(ENDED);
    const release = called.hold();
    await start(apps, LIMIT + QUEUED);
    const countRunning = async () => (await consoles.client.listRuns({ status: ['running'] })).tasks.length;
    await expect.poll(countRunning).toBe(LIMIT);

    const { page, context, errors } = await consoles.open('/metrics/queue');
    const table = page.getByRole('table', { name: 'Queue now' });
    await expect.poll(() => table.getByRole('row').count()).toBe(QUEUED + 1);
    const raw = await rawRuns();
    const waiting = raw.filter(({ status }) => status === 'waiting').toSorted((one, two) => one.number - two.number);
    expect(waiting).toHaveLength(QUEUED);
    expect(await table.getByRole('link').allInnerTexts()).toEqual(
      waiting.map(({ appName, number }) => `${appName} · Run ${number}`),
    );
    await table.getByText(`All ${LIMIT} slots are taken`).first().waitFor();
    await table
      .getByText(/^Run \d+ of the same app goes first$/)
      .first()
      .waitFor();

    const chosen = waiting.at(-1)?.number ?? 0;
    await table
      .getByRole('row', { name: new RegExp(`Run ${chosen}\\b`) })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await page.getByRole('dialog').getByText(`kubemin run cancel ${chosen}`).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect.poll(() => table.getByRole('row').count()).toBe(QUEUED);
    expect((await consoles.client.taskStatus(String(chosen))).status).toBe('cancelled');

    const figures = await readFigures(page);
    const counted = raw.filter(({ status }) => status === 'completed' || status === 'failed');
    expect(counted).toHaveLength(ENDED);
    const share = counted.filter(({ status }) => status === 'completed').length / counted.length;
    const durations = counted.map(({ startedAt = '', endedAt = '' }) => Date.parse(endedAt) - Date.parse(startedAt));
    const p95 = durations.toSorted((one, two) => one - two)[Math.ceil(0.95 * durations.length) - 1] ?? 0;
    expect(figures).toMatchObject({
      depth: String(QUEUED - 1),
      running: `${LIMIT} / ${LIMIT}`,
      success: `${Number((share * 100).toFixed(1))} %`,
      p95: shownDuration(p95),
      oldest: shownDuration(figures.oldestWaitMs),
    });
    const oldest = figures.at - Date.parse(waiting[0]?.createdAt ?? '');
    expect(Math.abs(figures.oldestWaitMs - oldest)).toBeLessThan(500);

    release();
    await untilEnded(QUEUED);
    await page.getByRole('region', { name: 'Now and in the last 24 hours' }).getByText(`0 / ${LIMIT}`).waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  test(
    `${LISTED} runs are scrolled through without a stall, with only the rows in view in the page`,
    async () => {
      const known = (await rawRuns()).length;
      // The platform keeps a hundred runs of an application.
      const apps: string[] = [];
      for (let number = 0; number < LISTED / 50; number += 1) apps.push(await save(`many-${number}`));
      for (let left = LISTED - known; left > 0; left -= WAVE) {
        await start(apps, Math.min(WAVE, left));
        await untilEnded(WAVE);
      }
      const { page, context } = await consoles.open('/runs');
      const table = page.getByRole('table', { name: 'Runs' });
      await table.getByRole('row').nth(20).waitFor();
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
      const first = table.getByRole('link', { name: 'Run 1', exact: true });
      await page.mouse.move(700, 500);
      await expect
        .poll(
          async () => {
            await page.mouse.wheel(0, 5_000);
            return first.isVisible();
          },
          { timeout: FULL ? 300_000 : 30_000, interval: 50 },
        )
        .toBe(true);
      expect(await table.getByRole('row').count()).toBeLessThan(200);
      expect(Number(await table.getAttribute('aria-rowcount'))).toBeGreaterThanOrEqual(LISTED + 1);
      expect(await page.evaluate('globalThis.longestFrame')).toBeLessThan(1_000);
      expect(await page.evaluate('performance.memory.usedJSHeapSize')).toBeLessThan(200_000_000);
      await context.close();
    },
    TIMEOUT_MS,
  );
});

/** A duration of less than a minute as the console writes it. */
function shownDuration(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${Math.round(ms / 1_000)} s`;
}

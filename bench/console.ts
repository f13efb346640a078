// npm run bench:console: the console in Chromium with software rendering: what the first page loads and how soon it paints, and an
// application of 300 components on the canvas: the first card, and the frames while it is moved; and a list of 500 runs that is scrolled. Needs `npm run build` and Chromium.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { PlatformClient } from '@kubemin/client';
import type { Page } from 'playwright-core';
import { ConsoleBrowser } from '../apps/cli/src/test-support/console/console-browser.ts';
import { fillPlatform } from '../scripts/screenshots/sample-platform.ts';
import type { Finding } from './support/finding.ts';
import { type PageFigures, pageFiguresTable, readPageFigures } from './support/page-figures.ts';
import { findingsLine, findingsTable } from './support/report.ts';
import { runToEnd } from './support/run-to-end.ts';
import { median } from './support/statistics.ts';

const ROUNDS = 5;
const LANES = 30;
const CARDS = 300;
const MOVE_MS = 3_000;
const RUNS = 500;
/** Pages with data of the kind that they show, and what is there when they have it. */
const PAGES = [
  { path: '/apps', ready: 'table a' },
  { path: '/apps/storefront', ready: 'table a' },
  { path: '/apps/storefront/canvas', ready: '.react-flow__node, main ol button' },
  { path: '/apps/storefront/plan', ready: '[aria-pressed="true"]' },
  { path: '/runs', ready: 'table a' },
  { path: '/runs/latest', ready: '[role="treegrid"]' },
  { path: '/cluster', ready: 'main dl' },
  { path: '/metrics', ready: 'main canvas' },
];

await runToEnd(async (open) => {
  const consoles = await ConsoleBrowser.start();
  open.add(() => consoles.close());
  await consoles.client.saveApplication({ text: JSON.stringify(largeDocument()), format: 'json' });
  await makeRuns(consoles.client);
  const paints: number[] = [];
  const cards: number[] = [];
  const frames: number[] = [];
  const rows: number[] = [];
  const scrolled: Scrolled[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const list = await consoles.open('/apps');
    await list.page.getByRole('heading', { level: 1 }).waitFor();
    paints.push(await list.page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"));
    const started = performance.now();
    await list.page.goto(`${consoles.url}/apps/large/canvas`);
    await list.page.getByText('part-0', { exact: true }).first().waitFor();
    cards.push(performance.now() - started);
    frames.push(await framesWhileMoving(list.page));
    const opened = performance.now();
    await list.page.goto(`${consoles.url}/runs`);
    await list.page.getByRole('link', { name: `Run ${RUNS}`, exact: true }).waitFor();
    rows.push(performance.now() - opened);
    scrolled.push(await scrollRuns(list.page));
    await list.context.close();
  }
  const findings: readonly Finding[] = [
    { name: 'initial JavaScript, gzip', value: initialBytes() / 1_000, unit: 'kB', aim: '≤ 350' },
    { name: 'first contentful paint', value: median(paints), unit: 'ms', aim: '≤ 1000' },
    { name: `first card of ${CARDS}`, value: median(cards), unit: 'ms', aim: '≤ 2000' },
    { name: `frames while ${CARDS} cards move`, value: median(frames), unit: '/s', aim: '≥ 30' },
    { name: `first row of ${RUNS} runs`, value: median(rows), unit: 'ms', aim: '≤ 1500' },
    {
      name: `frames while ${RUNS} runs are scrolled`,
      value: median(scrolled.map(({ frames: each }) => each)),
      unit: '/s',
      aim: '≥ 30',
    },
    {
      name: 'longest frame of that',
      value: median(scrolled.map(({ longestMs }) => longestMs)),
      unit: 'ms',
      aim: '≤ 200',
    },
    { name: 'heap after that', value: median(scrolled.map(({ heap }) => heap)) / 1e6, unit: 'MB', aim: '≤ 100' },
  ];
  const pages = await measurePages(consoles);
  const all = [...findings, { name: 'largest layout shift', value: largestShift(pages), unit: '', aim: '≤ 0.02' }];
  process.stdout.write(`${pageFiguresTable(pages)}\n\n`);
  process.stdout.write(`${findingsTable(all)}\n${findingsLine({ benchmark: 'console' }, all)}\n`);
}, 600_000);

async function measurePages(consoles: ConsoleBrowser): Promise<readonly PageFigures[]> {
  await fillPlatform(consoles.client);
  const { tasks } = await consoles.client.listRuns({ limit: 1 });
  const figures: PageFigures[] = [];
  for (const { path, ready } of PAGES) {
    for (const width of [1440, 375]) {
      const shown = path.replace('latest', String(tasks[0]?.number ?? 1));
      figures.push(await readPageFigures(consoles, { path: shown, ready, width }));
    }
  }
  return figures;
}

function largestShift(pages: readonly PageFigures[]): number {
  return Math.max(...pages.map(({ layoutShift }) => layoutShift));
}

function largeDocument() {
  const names = [...new Array(CARDS).keys()].map((number) => `part-${number}`);
  const perLane = CARDS / LANES;
  return {
    name: 'large',
    component: names.map((name) => ({
      name,
      type: 'webservice',
      image: 'web:1',
      properties: { ports: [{ port: 80 }] },
    })),
    workflow: [...new Array(LANES).keys()].map((lane) => ({
      name: `step-${lane}`,
      mode: 'DAG',
      components: names.slice(lane * perLane, (lane + 1) * perLane),
    })),
  };
}

/** Short runs, of so many applications that the platform keeps all of them. */
async function makeRuns(client: PlatformClient): Promise<void> {
  const apps: string[] = [];
  for (let number = 0; number < RUNS / 50; number += 1) {
    const config = { name: `many-${number}-conf`, type: 'config', properties: { conf: { mode: 'on' } } };
    const text = JSON.stringify({ name: `many-${number}`, component: [config] });
    apps.push((await client.saveApplication({ text, format: 'json' })).id);
  }
  // Runs of one application end in their order. Waiting for each would exceed the rate that a caller may wait at.
  for (let run = apps.length; run < RUNS; run += apps.length) {
    for (const id of apps) await client.execWorkflow(id);
  }
  for (const id of apps) await client.execWorkflow(id, { wait: 60 });
}

interface Scrolled {
  readonly frames: number;
  readonly longestMs: number;
  readonly heap: number;
}

/** Scrolls the list of runs to its end, where older ones are loaded, and measures frames meanwhile. */
async function scrollRuns(page: Page): Promise<Scrolled> {
  await page.evaluate(`{
    let last = performance.now();
    globalThis.frames = 0;
    globalThis.longestFrame = 0;
    const count = (now) => {
      globalThis.frames += 1;
      globalThis.longestFrame = Math.max(globalThis.longestFrame, now - last);
      last = now;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  }`);
  const last = page.getByRole('link', { name: 'Run 1', exact: true });
  const started = performance.now();
  await page.mouse.move(700, 500);
  while (!(await last.isVisible())) await page.mouse.wheel(0, 500);
  const elapsed = performance.now() - started;
  const frames: number = await page.evaluate('globalThis.frames');
  const longestMs: number = await page.evaluate('globalThis.longestFrame');
  const heap: number = await page.evaluate('performance.memory.usedJSHeapSize');
  return { frames: (frames / elapsed) * 1_000, longestMs, heap };
}

/** Drags the canvas to and fro, and counts frames of the page meanwhile. */
async function framesWhileMoving(page: Page): Promise<number> {
  await page.evaluate(`{
    globalThis.frames = 0;
    const count = () => { globalThis.frames += 1; requestAnimationFrame(count); };
    requestAnimationFrame(count);
  }`);
  const before: number = await page.evaluate('globalThis.frames');
  const started = performance.now();
  await page.mouse.move(1_200, 800);
  await page.mouse.down();
  for (let step = 0; performance.now() - started < MOVE_MS; step += 1) {
    await page.mouse.move(1_200 - (step % 40) * 20, 800 - (step % 20) * 10);
  }
  await page.mouse.up();
  const counted: number = await page.evaluate('globalThis.frames');
  return ((counted - before) / (performance.now() - started)) * 1_000;
}

/** What the page loads before anything is shown. */
function initialBytes(): number {
  const directory = join(import.meta.dirname, '..', 'dist', 'console');
  const page = readFileSync(join(directory, 'index.html'), 'utf8');
  const scripts = new Set([...page.matchAll(/assets\/[^"]+\.js/g)].map(([file]) => file));
  return [...scripts].reduce((sum, file) => sum + gzipSync(readFileSync(join(directory, file))).byteLength, 0);
}

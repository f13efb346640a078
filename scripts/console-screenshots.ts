// npm run screenshots: pictures of the console for the documentation, from a platform with simulated nodes. Times, ids and the clock of the
// browser are fixed, so that two runs give the same pictures.
//   -- --compare        makes them again, names those that differ from docs/images, and fails if any does
//   -- --all <dir>      every page in both themes and languages and in four widths, to look at
//   -- <name> …         only these
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { ConsoleBrowser } from '../apps/cli/src/test-support/console/console-browser.ts';
import { FixedContent, PICTURE_TIME } from './screenshots/fixed-content.ts';
import { FixingProxy } from './screenshots/fixing-proxy.ts';
import { type Area, decodePng, differingShare } from './screenshots/png.ts';
import { fillPlatform, SIMULATION_RULES } from './screenshots/sample-platform.ts';

interface PageToShow {
  readonly name: string;
  readonly path: string;
  /** What is there when the page has its data. */
  readonly ready: string;
  readonly prepare?: (page: Page) => Promise<void>;
  /** Parts that show measured values. */
  readonly measured?: string;
}

/** Before there is an application. */
const WELCOME: PageToShow = { name: 'welcome', path: '/apps', ready: 'nav a[href*="new"]' };

const PAGES: readonly PageToShow[] = [
  { name: 'apps', path: '/apps', ready: 'table a' },
  { name: 'app', path: '/apps/storefront', ready: 'table a' },
  { name: 'canvas', path: '/apps/storefront/canvas', ready: '[data-card]', prepare: editApi },
  { name: 'review', path: '/apps/storefront/canvas', ready: '[data-card]', prepare: reviewEdit },
  { name: 'runs', path: '/runs', ready: 'table a' },
  { name: 'run', path: '/runs/latest', ready: '[role="treegrid"], [role="tree"]' },
  { name: 'cluster', path: '/cluster', ready: 'main dl', measured: 'main dl, [role="meter"]' },
  { name: 'metrics', path: '/metrics', ready: 'main canvas, main svg', measured: 'main section' },
  { name: 'templates', path: '/templates', ready: 'main a' },
  { name: 'settings', path: '/settings', ready: 'main form, main section' },
];

interface Variant {
  readonly theme?: 'light' | 'dark';
  readonly locale?: 'en-US' | 'zh-CN';
  readonly width?: number;
}

/** What the documentation shows; each name is the page with its variant. */
const PICTURES: Readonly<Record<string, Variant>> = {
  welcome: {},
  'welcome-narrow': { width: 375 },
  apps: {},
  'apps-dark': { theme: 'dark' },
  'apps-narrow': { width: 375 },
  app: {},
  canvas: {},
  'canvas-dark': { theme: 'dark' },
  review: {},
  run: {},
  'run-zh': { locale: 'zh-CN' },
  'run-narrow': { width: 375 },
  cluster: {},
  'metrics-dark': { theme: 'dark' },
  settings: {},
  templates: {},
};

const WIDTHS = [320, 375, 1440, 2560];
const IMAGES = join(import.meta.dirname, '..', 'docs', 'images');
/** More differing pixels than this are a change; text edges alone stay below. */
const TOLERANCE = 0.001;

async function editApi(page: Page): Promise<void> {
  await page.getByText('api', { exact: true }).first().click();
  const image = page.getByLabel(/^(Image|镜像)/).first();
  await image.fill('shop/api:2.0.0');
  await image.blur();
}

async function reviewEdit(page: Page): Promise<void> {
  await editApi(page);
  await page.keyboard.press('Control+Enter');
  await page.locator('[aria-pressed="true"]').first().waitFor();
}

interface Taken {
  readonly file: Buffer;
  readonly measured: readonly Area[];
}

async function take(
  consoles: ConsoleBrowser,
  url: string,
  { path, ready, prepare, measured }: PageToShow,
  variant: Variant,
): Promise<Taken> {
  const { theme = 'light', locale = 'en-US', width = 1440 } = variant;
  const { page, context } = await consoles.open(path, {
    address: url,
    time: PICTURE_TIME,
    colorScheme: theme,
    locale,
    timezoneId: 'UTC',
    viewport: { width, height: width < 768 ? 760 : width > 2000 ? 1200 : 900 },
    reducedMotion: 'reduce',
  });
  await page.locator(ready).first().waitFor({ state: 'attached' });
  if (width >= 768) await prepare?.(page);
  // Fonts, charts and the canvas settle after the first data.
  await page.waitForTimeout(1_000);
  const areas = measured === undefined ? [] : await page.locator(measured).all();
  const boxes = await Promise.all(areas.map((area) => area.boundingBox()));
  const file = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await context.close();
  return { file, measured: boxes.filter((box) => box !== null) };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { compare: { type: 'boolean', default: false }, all: { type: 'string' } },
});
const wanted = (name: string): boolean => positionals.length === 0 || positionals.includes(name);
const directory = values.all ?? IMAGES;
await mkdir(directory, { recursive: true });
const changed: string[] = [];

async function keep(name: string, { file, measured }: Taken): Promise<void> {
  const target = join(directory, `console-${name}.png`);
  if (!values.compare) {
    await writeFile(target, file);
    process.stdout.write(`${target}\n`);
    return;
  }
  const share = differingShare(decodePng(await readFile(target)), decodePng(file), measured);
  process.stdout.write(`${name}: ${(share * 100).toFixed(3)} % of the pixels differ\n`);
  if (share > TOLERANCE) changed.push(name);
}

/** One after the other: pages that load at the same time settle later. */
async function takeAll(consoles: ConsoleBrowser, url: string, pages: readonly PageToShow[]): Promise<void> {
  for (const page of pages) {
    const variants: readonly (readonly [string, Variant])[] =
      values.all === undefined
        ? Object.entries(PICTURES).filter(([name]) => name === page.name || name.startsWith(`${page.name}-`))
        : allVariants(page.name);
    for (const [name, variant] of variants) {
      if (wanted(name)) await keep(name, await take(consoles, url, page, variant));
    }
  }
}

function allVariants(name: string): readonly (readonly [string, Variant])[] {
  return WIDTHS.flatMap((width) =>
    (['light', 'dark'] as const).flatMap((theme) =>
      (['en-US', 'zh-CN'] as const).map(
        (locale) => [`${name}-${width}-${theme}-${locale.slice(0, 2)}`, { width, theme, locale }] as const,
      ),
    ),
  );
}

const temporary = await mkdtemp(join(tmpdir(), 'kubemin-screenshots-'));
const rules = join(temporary, 'rules.yaml');
await writeFile(rules, SIMULATION_RULES);
const consoles = await ConsoleBrowser.start('--simulation-rules', rules);
try {
  await takeAll(consoles, consoles.url, [WELCOME]);
  await fillPlatform(consoles.client);
  const { tasks } = await consoles.client.listRuns({ limit: 1 });
  const latest = String(tasks[0]?.number ?? 1);
  const proxy = await FixingProxy.start(consoles.url, await FixedContent.read(consoles.client));
  try {
    await takeAll(
      consoles,
      proxy.url,
      PAGES.map((page) => ({ ...page, path: page.path.replace('latest', latest) })),
    );
  } finally {
    await proxy.close();
  }
} finally {
  await consoles.close();
  await rm(temporary, { recursive: true });
}
if (changed.length > 0) {
  process.stdout.write(`changed: ${changed.join(', ')}\n`);
  process.exitCode = 1;
}

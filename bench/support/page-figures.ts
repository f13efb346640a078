import type { ConsoleBrowser } from '../../apps/cli/src/test-support/console/console-browser.ts';

/** What loading a page costs, as Chromium reports it: the figures of Lighthouse, without its slowed down processor and network. */
export interface PageFigures {
  readonly path: string;
  readonly width: number;
  readonly firstPaint: number;
  readonly largestPaint: number;
  /** The longest task that kept the page from responding. */
  readonly longestTask: number;
  readonly layoutShift: number;
  readonly bytes: number;
}

/** A page is settled when nothing was drawn elsewhere, and no task was long, for this time after its data are there. */
const SETTLED_MS = 2_500;

const READ = `new Promise((resolve) => {
  const sums = { shift: 0, longest: 0, largest: 0 };
  const observe = (type, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) sums.shift += value; });
  observe('longtask', ({ duration }) => { sums.longest = Math.max(sums.longest, duration); });
  observe('largest-contentful-paint', ({ startTime }) => { sums.largest = startTime; });
  setTimeout(() => resolve({
    ...sums,
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    bytes: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
  }), ${SETTLED_MS});
})`;

interface Read {
  readonly shift: number;
  readonly longest: number;
  readonly largest: number;
  readonly first: number;
  readonly bytes: number;
}

/** Opens a page in a new profile, waits for its data, and reads what that cost. */
export async function readPageFigures(
  consoles: ConsoleBrowser,
  { path, ready, width }: { readonly path: string; readonly ready: string; readonly width: number },
): Promise<PageFigures> {
  const { page, context } = await consoles.open(path, { viewport: { width, height: width < 768 ? 760 : 900 } });
  await page.locator(ready).first().waitFor({ state: 'attached' });
  const { shift, longest, largest, first, bytes }: Read = await page.evaluate(READ);
  await context.close();
  return {
    path,
    width,
    firstPaint: first,
    largestPaint: largest,
    longestTask: longest,
    layoutShift: shift,
    bytes,
  };
}

/** A table of Markdown, for the documentation. */
export function pageFiguresTable(figures: readonly PageFigures[]): string {
  const rows = figures.map(({ path, width, firstPaint, largestPaint, longestTask, layoutShift, bytes }) => [
    `\`${path}\``,
    `${width} px`,
    `${Math.round(firstPaint)} ms`,
    `${Math.round(largestPaint)} ms`,
    `${Math.round(longestTask)} ms`,
    layoutShift.toFixed(3),
    `${Math.round(bytes / 1_000)} kB`,
  ]);
  const head = ['page', 'width', 'first paint', 'largest paint', 'longest task', 'layout shift', 'transferred'];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

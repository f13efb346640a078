// npm run screenshots: pictures of the console for the documentation, from a platform with simulated nodes and the demo.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConsoleBrowser } from '../apps/cli/src/test-support/console/console-browser.ts';

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly theme?: 'light' | 'dark';
  readonly locale?: 'en-US' | 'zh-CN';
  readonly width?: number;
}

const PICTURES: readonly Picture[] = [
  { name: 'apps', path: '/apps' },
  { name: 'apps-narrow', path: '/apps', width: 375 },
  { name: 'app', path: '/apps/shop' },
  { name: 'canvas', path: '/apps/shop/canvas' },
  { name: 'canvas-dark', path: '/apps/shop/canvas', theme: 'dark' },
  { name: 'review', path: '/apps/shop/plan' },
  { name: 'run', path: '/runs/2' },
  { name: 'run-zh', path: '/runs/2', locale: 'zh-CN' },
  { name: 'cluster', path: '/cluster' },
  { name: 'metrics-dark', path: '/metrics', theme: 'dark' },
];

/** An application that waits for approval in the middle of its delivery. */
const SHOP = {
  name: 'shop',
  description: 'Web shop with search and checkout',
  component: [
    { name: 'shop-settings', type: 'config', properties: { conf: { CURRENCY: 'EUR' } } },
    { name: 'shop-catalogue', type: 'store', image: 'postgres:17', properties: { ports: [{ port: 5432 }] } },
    {
      name: 'shop-api',
      type: 'webservice',
      image: 'shop/api:1.4',
      replicas: 2,
      properties: { ports: [{ port: 8080 }] },
    },
    { name: 'shop-web', type: 'webservice', image: 'shop/web:1.4', replicas: 2, properties: { ports: [{ port: 80 }] } },
  ],
  workflow: [
    { name: 'configuration', mode: 'StepByStep', components: ['shop-settings'] },
    { name: 'data', mode: 'StepByStep', components: ['shop-catalogue'] },
    { name: 'services', mode: 'DAG', components: ['shop-api'] },
    { name: 'promote', type: 'approval', properties: { message: 'Show the new page to all users?' } },
    { name: 'page', mode: 'DAG', components: ['shop-web'] },
  ],
};

const directory = join(import.meta.dirname, '..', 'docs', 'images');
await mkdir(directory, { recursive: true });
const consoles = await ConsoleBrowser.start('--demo');
try {
  const { id } = await consoles.client.saveApplication({ text: JSON.stringify(SHOP), format: 'json' });
  await consoles.client.execWorkflow(id, { wait: 20 });
  for (const { name, path, theme = 'light', locale = 'en-US', width = 1440 } of PICTURES) {
    const { page, context } = await consoles.open(path, {
      colorScheme: theme,
      locale,
      viewport: { width, height: width < 768 ? 760 : 900 },
      reducedMotion: 'reduce',
    });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    // Fonts, charts and the canvas settle after the first data.
    await page.waitForTimeout(1_500);
    await page.screenshot({ path: join(directory, `console-${name}.png`) });
    await context.close();
    process.stdout.write(`docs/images/console-${name}.png\n`);
  }
} finally {
  await consoles.close();
}

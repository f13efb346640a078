import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '..');

test('a test that hangs is named after 30 seconds, and one that ends is not', async () => {
  const { path, remove } = await temporaryDirectory();
  onTestFinished(remove);
  // Time passes faster for the reporter: a second is a minute.
  await writeFile(
    join(path, 'reporter.mjs'),
    `import { HangReporter } from ${JSON.stringify(join(root, 'scripts', 'hang-reporter.ts'))};
    const print = (line) => process.stdout.write(line + '\\n');
    export default class extends HangReporter {
      constructor() {
        super({ now: () => performance.now() * 60, print });
        setInterval(() => this.check(), 50).unref();
      }
    }`,
  );
  await writeFile(
    join(path, 'hangs.test.mjs'),
    `test('ends', () => undefined);
    test('hangs', () => new Promise((resolve) => setTimeout(resolve, 1_500)));`,
  );
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  await writeFile(join(path, 'vitest.config.mjs'), 'export default { test: { globals: true } };');
  const words = [`--root=${path}`, `--reporter=${join(path, 'reporter.mjs')}`];
  const { stdout } = await promisify(execFile)(process.execPath, [vitest, 'run', ...words], { cwd: root });
  const reported = stdout.split('\n').filter((line) => line.startsWith('still running'));
  expect(reported).toEqual([expect.stringMatching(/^still running after \d+ s: hangs\.test\.mjs: hangs$/)]);
});

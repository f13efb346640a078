import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Disposables } from '@kubemin/base';
import { temporaryDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { StartedPlatform } from './started-platform.ts';

/** A program that stands for kubemin: it writes where `/readyz` is, as kubemin would. */
async function program(body: string): Promise<{ readonly entry: string; readonly directory: string }> {
  const { path, remove } = await temporaryDirectory();
  onTestFinished(remove);
  const entry = join(path, 'entry.mjs');
  const text = `
    import { createServer } from 'node:http';
    import { renameSync, writeFileSync } from 'node:fs';
    const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1', () => {
      const platform = 'http://127.0.0.1:' + server.address().port;
      const file = ${JSON.stringify(join(path, 'endpoints.json'))};
      writeFileSync(file + '.new', JSON.stringify({ pid: process.pid, platform }));
      renameSync(file + '.new', file);
      ${body}
    });`;
  await writeFile(entry, text);
  return { entry, directory: path };
}

test('a start that ends before its complete output fails', async () => {
  const open = new Disposables();
  onTestFinished(() => open.dispose());
  const started = StartedPlatform.start({
    ...(await program("process.stdout.write('almost'); setTimeout(() => process.exit(3), 200);")),
    open,
    demo: false,
  });
  await expect(started).rejects.toThrow(/ended/);
});

test('a started process ends with the process that started it, also when it was not stopped', async () => {
  const open = new Disposables();
  const started = await StartedPlatform.start({
    ...(await program("process.stdout.write('KubeMin is up')")),
    open,
    demo: false,
  });
  expect(started.residentBytes()).toBeGreaterThan(0);
  await open.dispose();
  expect(() => started.residentBytes()).toThrow(/ENOENT|ESRCH/);
});

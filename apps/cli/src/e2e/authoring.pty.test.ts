import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { KUBEMIN } from '../test-support/kubemin-process.ts';
import { missingPty, Pty, replyTo } from '../test-support/pty.ts';

const missing = await missingPty();
let home: KubeminHome;
const started: Pty[] = [];
beforeAll(async () => {
  home = await KubeminHome.create();
});
afterEach(async () => {
  for (const pty of started.splice(0)) await pty.end();
});
afterAll(() => home.remove());

async function start(...args: readonly string[]): Promise<Pty> {
  const pty = await Pty.start([KUBEMIN, ...args, '--data-dir', home.at()], { cwd: home.path });
  started.push(pty);
  return pty;
}

const DOCUMENT = 'name: shop # ours\ncomponent:\n  - { name: web, type: webservice, image: "web:1" }\n';

describe.skipIf(missing !== undefined)(
  `writing documents in a pseudo-terminal${missing === undefined ? '' : ` (${missing})`}`,
  () => {
    test('a trait is added with prompts, and Ctrl-C leaves the document unchanged', async () => {
      await writeFile(home.at('kubemin.yaml'), DOCUMENT);
      const stopped = await start('add', 'trait');
      await stopped.until('? Which trait?');
      await stopped.press('C-c');
      expect(await stopped.exitCode()).toBe(130);
      expect(await readFile(home.at('kubemin.yaml'), 'utf8')).toBe(DOCUMENT);

      const pty = await start('add', 'component', '--image', 'redis:7', '--no-color');
      await replyTo(pty, 'Component 2 · Type', '');
      await replyTo(pty, 'Component 2 · Name', 'cache');
      await replyTo(pty, 'cache · Ports 1 · Port', '');
      await pty.until('? Traits for cache');
      await pty.press('Enter');
      await pty.until('? ');
      await pty.press('Enter');
      expect(await pty.exitCode()).toBe(0);
      const text = await readFile(home.at('kubemin.yaml'), 'utf8');
      expect(text).toContain('# ours');
      expect(text).toContain('name: cache');
    });

    test('a passphrase is typed unseen and twice, and two that differ export nothing', async () => {
      await home.up();
      await writeFile(home.at('kubemin.yaml'), DOCUMENT);
      const deployed = await start('deploy', '--no-wait');
      expect(await deployed.exitCode()).toBe(0);
      for (const [second, exitCode] of [
        ['something else', 2],
        ['correct horse', 0],
      ] as const) {
        const pty = await start('export', 'shop', '-f', 'shop.kubemin');
        await pty.until('? Passphrase');
        await pty.type('correct horse');
        await pty.press('Enter');
        await pty.until('? Repeat the passphrase');
        await pty.type(second);
        await pty.press('Enter');
        expect(await pty.exitCode()).toBe(exitCode);
        expect(await pty.history()).not.toMatch(/correct horse|something else/);
      }
      expect(await readFile(home.at('shop.kubemin'), 'utf8')).toContain('KubeMinBundle');
    });
  },
);

import { join } from 'node:path';
import { temporaryDirectory } from '@kubemin/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { missingPty, Pty, type PtyOptions } from '../../test-support/pty.ts';

const missing = await missingPty();
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function asking(options: Omit<PtyOptions, 'cwd'> = {}): Promise<Pty> {
  const program = join(import.meta.dirname, 'test-support', 'asking.ts');
  const directory = await temporaryDirectory();
  const pty = await Pty.start([process.execPath, program], { cwd: directory.path, ...options });
  cleanups.push(() => pty.end(), directory.remove);
  return pty;
}

describe.skipIf(missing !== undefined)(
  `prompts in a pseudo-terminal${missing === undefined ? '' : ` (${missing})`}`,
  () => {
    test('keys answer a question of each kind; the secret is on no line', async () => {
      const pty = await asking();
      await pty.until('? App name');
      await pty.type('Shop');
      await pty.press('Enter');
      await pty.until('✗ No capitals.');
      await pty.press('C-u');
      await pty.type('shop');
      await pty.press('Enter', 'Enter');
      await pty.until('? Password');
      await pty.type('hunter2');
      await pty.until('? Password › •••••••');
      await pty.press('Enter');
      await pty.type('n');
      await pty.press('Enter', 'Down', 'Enter', 'Space', 'Down', 'Space', 'Enter');
      const screen = await pty.until('answers:');
      expect(screen.split('\n')).toEqual([
        '✓ App name  shop',
        '✓ Port  8080',
        '✓ Password  ••••••••',
        '✓ Expose it?  No',
        '✓ Type  store',
        '✓ Traits  envs, probes',
        'answers: ["shop","8080","hunter2",false,"store",["envs","probes"]]',
      ]);
    });

    test('keys pressed faster than questions are asked are not lost, and a lone Escape goes back', async () => {
      const pty = await asking();
      await pty.until('? App name');
      await pty.type('shop');
      await pty.press('Enter', 'Escape');
      await pty.until('? Password');
      expect(await pty.screen()).not.toContain('Port');
    });

    test('Ctrl-C stops, and the terminal is as it was', async () => {
      const pty = await asking();
      await pty.until('? App name');
      expect(await pty.isRaw()).toBe(true);
      await pty.press('C-c');
      expect(await pty.until('answers:')).toContain('answers: ["cancel"]');
      expect(await pty.exitCode()).toBe(0);
      expect(await pty.isRaw()).toBe(false);
    });

    test('a terminal that becomes narrow, and wide again, shows the question once', async () => {
      const pty = await asking({ columns: 100 });
      await pty.until('? App name');
      await pty.type('a-name-that-is-much-longer-than-the-narrow-terminal-is-wide');
      await pty.until('is-wide');
      await pty.resize(40, 12);
      await pty.until(/^\? App name › a-name-that-is-much-longer\n-than-the-narrow-terminal-is-wide\n {2}Enter/m);
      await pty.resize(100, 24);
      const screen = await pty.until(/longer-than-the-narrow/);
      expect(screen.match(/App name/g)).toHaveLength(1);
    });

    test('in 40 columns of Chinese no line breaks where the terminal would break it', async () => {
      const pty = await asking({ columns: 40, env: { KUBEMIN_LANG: 'zh' } });
      await pty.until('回车 下一步');
      await pty.type('商店商店商店商店商店商店商店商店');
      await pty.press('Enter', 'Enter');
      await pty.type('x');
      await pty.press('Enter', 'Enter');
      const screen = await pty.until('❯ Web service');
      expect(screen.split('\n').slice(-6)).toEqual([
        '? Type ›',
        '❯ Web service  Stateless.',
        '  Store        Keeps data.',
        '  任务         运行到结束。',
        '  ↑↓ 选择 · 输入以搜索 · 回车 下一步 ·',
        '  < 返回 · Ctrl-C 停止',
      ]);
    });
  },
);

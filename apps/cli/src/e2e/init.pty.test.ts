import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { shopDocument } from '../documents/wizard/test-support/shop.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { KUBEMIN } from '../test-support/kubemin-process.ts';
import { missingPty, Pty, type PtyOptions, replyTo } from '../test-support/pty.ts';

const missing = await missingPty();
let directory: TemporaryDirectory;
const started: Pty[] = [];
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(async () => {
  for (const pty of started.splice(0)) await pty.end();
  await directory.remove();
});

async function init(args: readonly string[] = [], options: Omit<PtyOptions, 'cwd'> = {}): Promise<Pty> {
  const pty = await Pty.start([KUBEMIN, 'init', ...args], { cwd: directory.path, ...options });
  started.push(pty);
  return pty;
}

const read = (name: string): Promise<string> => readFile(join(directory.path, name), 'utf8');

describe.skipIf(missing !== undefined)(
  `kubemin init in a pseudo-terminal${missing === undefined ? '' : ` (${missing})`}`,
  () => {
    test('keystrokes give the document, the secret typed hidden', async () => {
      const pty = await init(['--file', 'shop.yaml'], { rows: 50 });
      await replyTo(pty, 'App name', 'shop');
      await replyTo(pty, 'Namespace', '');
      await replyTo(pty, 'Component 1 · Type', '');
      await replyTo(pty, 'Component 1 · Name', 'api');
      await replyTo(pty, 'Component 1 · Image', 'ghcr.io/me/api:1.4');
      await replyTo(pty, 'api · Ports 1 · Port', '8080');
      await replyTo(pty, 'api · Ports 1 · In the Service', '');
      await replyTo(pty, 'api · Ports 2 · Port', '');
      await pty.until('? Traits for api');
      await pty.type('envs');
      await pty.press('Space', 'C-u');
      await pty.type('probes');
      await pty.press('Space', 'Enter');
      await replyTo(pty, 'api · Variables 1 · Name', 'DB_PASSWORD');
      await replyTo(pty, 'api · Variables 1 · Value from · which one', 'secret');
      await replyTo(pty, 'api · Variables 1 · Value from · Secret · Secret name', 'db-cred');
      await replyTo(pty, 'api · Variables 1 · Value from · Secret · Key', 'password');
      await replyTo(pty, 'api · Variables 2 · Name', '');
      await replyTo(pty, 'api · Probes 1 · Type', 'readi');
      await replyTo(pty, 'api · Probes 1 · which one', 'http');
      await replyTo(pty, 'api · Probes 1 · HTTP request · Path', '/healthz');
      await replyTo(pty, 'api · Probes 1 · HTTP request · Port', '8080');
      await replyTo(pty, 'api · Probes 1 · HTTP request · more settings', '');
      await replyTo(pty, 'api · Probes 1 · more settings', '');
      await replyTo(pty, 'api · Probes · another?', 'n');
      await replyTo(pty, 'api · more settings', 'env ');
      await replyTo(pty, 'api · Variables 1', 'DB_HOST=mysql:3306');
      await replyTo(pty, 'api · Variables 2', '');
      await replyTo(pty, 'Another component?', 'y');
      await replyTo(pty, 'Component 2 · Type', 'store');
      await replyTo(pty, 'Component 2 · Name', 'mysql');
      await replyTo(pty, 'Component 2 · Image', 'mysql:8.4');
      await replyTo(pty, 'mysql · Ports 1 · Port', '');
      await pty.until('? Traits for mysql');
      await pty.type('storage');
      await pty.press('Space', 'C-u');
      await pty.type('envFrom');
      await pty.press('Space', 'Enter');
      await replyTo(pty, 'mysql · Storage 1 · Name', 'data');
      await replyTo(pty, 'mysql · Storage 1 · Type', '');
      await replyTo(pty, 'mysql · Storage 1 · Mount path', '/var/lib/mysql');
      await replyTo(pty, 'mysql · Storage 1 · Source', '');
      await replyTo(pty, 'mysql · Storage 1 · Size', '5Gi');
      await replyTo(pty, 'mysql · Storage 1 · Existing claim', '');
      await replyTo(pty, 'mysql · Storage 1 · Storage class', '');
      await replyTo(pty, 'mysql · Storage 1 · more settings', '');
      await replyTo(pty, 'mysql · Storage · another?', '');
      await replyTo(pty, 'mysql · Variables from a source 1 · Type', 'secret');
      await replyTo(pty, 'mysql · Variables from a source 1 · Source', 'db-cred');
      await replyTo(pty, 'mysql · Variables from a source · another?', '');
      await replyTo(pty, 'mysql · more settings', '');
      await replyTo(pty, 'Another component?', 'y');
      await replyTo(pty, 'Component 3 · Type', 'secret');
      await replyTo(pty, 'Component 3 · Name', 'db-cred');
      await replyTo(pty, 'db-cred · Data 1 · key', 'password');
      await pty.until('? Value of password');
      await pty.type('hunter2');
      await pty.until('? Value of password › •••••••');
      await pty.press('Enter');
      await replyTo(pty, 'db-cred · Data 2 · key', '');
      await replyTo(pty, 'db-cred · more settings', '');
      await replyTo(pty, 'Another component?', '');
      await replyTo(pty, 'Deploy order (from references): 1 db-cred  2 mysql  3 api', '');
      await replyTo(pty, 'Next', '');
      expect(await pty.exitCode()).toBe(0);
      expect(await read('shop.yaml')).toBe(shopDocument);
      expect(await pty.history()).not.toContain('hunter2');
      expect(await pty.screen()).toMatch(/✓ valid.* wrote shop\.yaml/);
      expect(existsSync(join(directory.path, '.kubemin', 'draft.json'))).toBe(false);
    });

    test('< goes back to the question before, and what was answered there is its default', async () => {
      const pty = await init(['--next', 'save', '--file', 'shop.yaml']);
      await replyTo(pty, 'App name', 'shpo');
      await pty.until('? Namespace');
      await pty.type('<');
      await pty.until('? App name › shpo');
      await replyTo(pty, 'App name', 'shop');
      await replyTo(pty, 'Namespace', 'prod');
      await pty.until('? Component 1 · Type');
      await pty.press('Escape');
      await pty.until('? Namespace › prod');
      await pty.press('Enter', 'Enter');
      await replyTo(pty, 'Component 1 · Name', 'api');
      await replyTo(pty, 'Component 1 · Image', 'api:1');
      await pty.press('Enter', 'Enter', 'Enter', 'Enter');
      expect(await pty.exitCode()).toBe(0);
      expect(await read('shop.yaml')).toMatch(/^name: shop\nnamespace: prod\n/);
    });

    test('R-22: a terminal that reports 0 columns is drawn as one of 80', async () => {
      // tmux gives every terminal a size; this takes it away as a serial line would.
      const shell = `stty cols 0 rows 0 && exec ${KUBEMIN} init --next save --file zero.yaml`;
      const pty = await Pty.start(['sh', '-c', shell], { cwd: directory.path });
      started.push(pty);
      await pty.until('? App name');
      await pty.type('shop');
      expect(await pty.until('shop')).toMatch(/\? App name › shop/);
      expect(await pty.history()).not.toMatch(/nfinity|NaN/);
      await pty.press('C-c');
      expect(await pty.exitCode()).toBe(130);
    });

    test('Ctrl-C keeps the answers and gives the terminal back; the next init goes on where it stopped', async () => {
      const first = await init();
      await replyTo(first, 'App name', 'shop');
      await replyTo(first, 'Namespace', 'prod');
      await first.until('? Component 1 · Type');
      await first.press('C-c');
      expect(await first.until('run kubemin init to resume')).toContain('.kubemin/draft.json');
      expect(await first.exitCode()).toBe(130);
      expect(await first.isRaw()).toBe(false);
      const second = await init();
      await replyTo(second, 'Resume the saved draft?', 'y');
      expect(await second.until('? Component 1 · Type')).not.toContain('App name');
      await second.type('<');
      await second.until('? Namespace › prod');
    });

    test('in Chinese and 40 columns every line fits and is Chinese', async () => {
      const pty = await init(['--lang', 'zh'], { columns: 40, rows: 30 });
      await replyTo(pty, '应用名称', 'shop');
      await replyTo(pty, '命名空间', '');
      const screen = await pty.until('? 组件 1 · 类型');
      expect(screen.split('\n').slice(2)).toEqual([
        '? 组件 1 · 类型 ›',
        '❯ 无状态服务    可以运行多个副本的无状…',
        expect.stringMatching(/^ {2}有状态服务 {4}保存数据的服务/),
        expect.stringContaining('配置'),
        expect.stringContaining('密钥'),
        expect.stringContaining('…'),
        expect.stringContaining('任务'),
        expect.stringContaining('定时'),
        expect.stringContaining('…'),
        expect.stringMatching(/^ {2}\p{Script=Han}/u),
        '  ↑↓ 选择 · 输入以搜索 · 回车 下一步 ·',
        '  < 返回 · Ctrl-C 停止',
      ]);
    });

    test('an invalid answer is reported at once, and --no-input never prompts', async () => {
      const pty = await init();
      await pty.until('? App name');
      await pty.type('a');
      await pty.press('Enter');
      await pty.until('✗ The name "a" is too short. Use 2 to 63 characters.');
      const silent = await init(['--no-input']);
      await silent.until('pass it with --component');
      expect(await silent.exitCode()).toBe(2);
    });

    test('Deploy now deploys what was written, on a terminal that is as it was', async () => {
      const home = await KubeminHome.create();
      onTestFinished(() => home.remove());
      await home.up();
      const args = ['--name', 'shop', '--component', 'web', '--image', 'nginx:1.27', '--port', '80'];
      const pty = await init(args, { rows: 40, env: { KUBEMIN_HOME: home.at() } });
      await pty.until('? Namespace');
      await pty.press('Enter');
      await replyTo(pty, 'Component 1 · Type', '');
      await replyTo(pty, 'web · Ports 1 · In the Service', '');
      await replyTo(pty, 'web · Ports 2 · Port', '');
      await replyTo(pty, 'Traits for web', '');
      await replyTo(pty, 'web · more settings', '');
      await replyTo(pty, 'Another component?', '');
      await replyTo(pty, 'Next', 'deploy');
      await pty.until(/Deployment/);
      expect(await pty.exitCode()).toBe(0);
      expect(await pty.isRaw()).toBe(false);
      expect(await pty.screen()).toMatch(/http:\S+$/);
    });

    test('a file that is there is replaced only after a yes, and No is what Enter means', async () => {
      const args = ['--name', 'shop', '--component', 'web', '--image', 'nginx:1.27', '--from', 'nginx:1.27'];
      await writeFile(join(directory.path, 'kubemin.json'), '{}');
      const pty = await init(args);
      await pty.until('? kubemin.json already exists and will be replaced. Continue?');
      await pty.press('Enter');
      expect(await pty.exitCode()).toBe(130);
      expect(await pty.isRaw()).toBe(false);
      expect(await read('kubemin.json')).toBe('{}');
    });
  },
);

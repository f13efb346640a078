import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { KUBEMIN, KubeminProcess } from '../test-support/kubemin-process.ts';
import { missingPty, Pty } from '../test-support/pty.ts';

const missing = await missingPty();

describe.skipIf(missing !== undefined)(
  `logs and commands of pods in a pseudo-terminal${missing === undefined ? '' : ` (${missing})`}`,
  () => {
    let home: KubeminHome;
    const ptys: Pty[] = [];
    beforeAll(async () => {
      home = await KubeminHome.create();
      await home.up('--demo');
      const containers = [{ name: 'main', image: 'console:1', stdin: true, tty: true }];
      const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'console' }, spec: { containers } };
      await writeFile(join(home.path, 'console.json'), JSON.stringify(pod));
      const applied = new KubeminProcess(['apply', '-f', 'console.json'], {
        cwd: home.path,
        env: { KUBEMIN_HOME: home.at() },
      });
      expect(await applied.finished()).toMatchObject({ exitCode: 0 });
    });
    afterEach(async () => {
      for (const pty of ptys.splice(0)) await pty.end();
    });
    afterAll(() => home.remove());

    async function terminal(...args: readonly string[]): Promise<Pty> {
      const env = { KUBEMIN_HOME: home.at() };
      const pty = await Pty.start([KUBEMIN, ...args], { cwd: home.path, env, columns: 190, rows: 25 });
      ptys.push(pty);
      return pty;
    }

    test('logs are followed in the colour of each pod, with pods that come later, until Ctrl-C', async () => {
      const pty = await terminal('logs', '-f', 'demo');
      const prefix = /\[(deploy-web-\S+)\/web\] container web of pod/g;
      const followed = (count: number) =>
        eventually(() => pty.history(), {
          until: (text) => [...text.matchAll(prefix)].length === count,
        });
      await followed(1);
      const coloured = (await pty.coloured()).replaceAll('\u001b', 'ESC');
      expect(coloured).toMatch(/ESC\[3[2356]m\[(deploy|store)-\S+\/\w+\]ESC\[39m container/);
      const env = { KUBEMIN_HOME: home.at() };
      const scaled = await new KubeminProcess(['scale', 'demo', 'web=2'], { cwd: home.path, env }).finished();
      expect(scaled).toMatchObject({ exitCode: 0 });
      const shown = await followed(2);
      expect(new Set([...shown.matchAll(prefix)].map(([, pod]) => pod)).size).toBe(2);
      await pty.press('C-c');
      expect(await pty.exitCode()).toBe(130);
    });

    test('a shell has the terminal: keys reach it unprocessed, its size is known and follows, its exit code is ours', async () => {
      const pty = await terminal('exec', '-it', 'demo/web', '--', 'sh');
      await pty.until(/simulated[^$]*\$$/);
      expect(await eventually(() => pty.isRaw())).toBe(true);
      await pty.type('stty size');
      await pty.press('Enter');
      await pty.until(/^25 190$/m);
      await pty.resize(100, 30);
      const sizes = async () => (await pty.history()).match(/^\d+ \d+(?= *$)/gm) ?? [];
      // The size arrives asynchronously; the next command is typed only after the output of the previous one.
      await eventually(async () => {
        const { length } = await sizes();
        await pty.type('stty size');
        await pty.press('Enter');
        return (await eventually(sizes, { until: (all) => all.length > length })).at(-1) === '30 100';
      });
      // Not the end of kubemin, but of the line; and what was mistyped can be taken back.
      await pty.type('half a line');
      await pty.press('C-c');
      await pty.type('echo onf');
      await pty.press('BSpace');
      await pty.type('e');
      await pty.press('Enter');
      await pty.until(/^one$/m);
      await pty.type('exit 7');
      await pty.press('Enter');
      expect(await pty.exitCode()).toBe(7);
      expect(await pty.isRaw()).toBe(false);
    });

    test('what has a terminal is joined: keys reach it, and it is left running by Ctrl-P Ctrl-Q', async () => {
      const pty = await terminal('attach', '-it', 'pod/console', '--kubeconfig', join(home.at(), 'kubeconfig'));
      await pty.until(/attached to main/);
      expect(await eventually(() => pty.isRaw())).toBe(true);
      await pty.type('typed to it');
      await pty.press('Enter');
      await pty.until(/^typed to it$/m);
      // Not the end of kubemin: it belongs to what is joined.
      await pty.press('C-c');
      await pty.type('again');
      await pty.until(/again/);
      await pty.press('C-p');
      await pty.press('C-q');
      expect(await pty.exitCode()).toBe(0);
      expect(await pty.history()).toMatch(/detached; the container is still running/);
      expect(await pty.isRaw()).toBe(false);
    });

    test('what has no terminal is joined without one, and left by Ctrl-C', async () => {
      const pty = await terminal('attach', '-it', 'demo/web');
      await pty.until(/container web was started without a terminal[\s\S]*attached to web/);
      expect(await pty.isRaw()).toBe(false);
      await pty.press('C-c');
      expect(await pty.exitCode()).toBe(130);
    });

    test('a command without a terminal takes what is typed line by line, and press Ctrl-C to stop', async () => {
      const pty = await terminal('exec', '-i', 'demo/web', '--', 'cat');
      await pty.type('first line');
      await pty.press('Enter');
      // Once by the terminal, and once by cat.
      await pty.until(/^first line\nfirst line$/m);
      expect(await pty.isRaw()).toBe(false);
      await pty.press('C-c');
      expect(await pty.exitCode()).toBe(130);
    });
  },
);

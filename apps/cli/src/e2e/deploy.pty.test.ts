import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { displayWidth } from '../terminal/output/display-width.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { KUBEMIN, KubeminProcess } from '../test-support/kubemin-process.ts';
import { missingPty, Pty, type PtyOptions } from '../test-support/pty.ts';

const missing = await missingPty();

/** An application that stays under way until it is cancelled, or long enough to be looked at. */
function application(name: string, startDelay: string): object {
  const database = {
    name: `${name}-db`,
    type: 'store',
    image: 'mysql:8.4',
    properties: { ports: [{ port: 3306 }], annotations: { 'kubemin.io/simulate-start-delay': startDelay } },
  };
  const settings = { name: `${name}-conf`, type: 'config', properties: { conf: { mode: 'slow' } } };
  return {
    name,
    component: [settings, database],
    workflow: [
      { name: 'settings', components: [settings.name] },
      { name: 'database', components: [database.name] },
    ],
  };
}

describe.skipIf(missing !== undefined)(
  `runs in a pseudo-terminal${missing === undefined ? '' : ` (${missing})`}`,
  () => {
    let home: KubeminHome;
    const ptys: Pty[] = [];
    beforeAll(async () => {
      home = await KubeminHome.create();
      await home.up();
    });
    afterEach(async () => {
      for (const pty of ptys.splice(0)) await pty.end();
    });
    afterAll(() => home.remove());

    const env = () => ({ KUBEMIN_HOME: home.at() });
    const run = (...args: readonly string[]) => new KubeminProcess(args, { cwd: home.path, env: env() }).finished();
    async function terminal(args: readonly string[], options: Omit<PtyOptions, 'cwd' | 'env'> = {}): Promise<Pty> {
      const pty = await Pty.start([KUBEMIN, ...args], { cwd: home.path, env: env(), ...options });
      ptys.push(pty);
      return pty;
    }
    async function writeDocument(document: object): Promise<string> {
      await writeFile(home.at('app.json'), JSON.stringify(document));
      return home.at('app.json');
    }

    test('a deployment is drawn in place, and ends with what to type next and the address', async () => {
      const pty = await terminal(['deploy', await writeDocument(application('live', '2s'))], {
        columns: 120,
        rows: 40,
      });
      const during = await pty.until(/● database .*0 of 1 ready/);
      expect(during).toMatch(/^live: \+\d+ ~0 -0 \(create, update, delete\)$/m);
      expect(during).toMatch(/^● live r1 {2}running {2}00:0\d {2}run \d+$/m);
      expect(during).toMatch(/^✓ settings {2}live-conf {2}ConfigMap ✓/m);
      expect(await pty.exitCode()).toBe(0);
      const after = await pty.until(/^http:\S+\/apps\/\w+$/m);
      expect(after).toMatch(/^✓ live r1 {2}completed/m);
      expect(after).toMatch(
        /^live: done in \d+\.\ds\n {2}kubemin status live .*\n {2}kubemin run show \w+ .*\nhttp:\S+$/m,
      );
      expect((await pty.history()).match(/live r1 {2}/g)).toHaveLength(1);
    });

    test('with stdout in a file the run is drawn all the same, and the file has the address alone', async () => {
      const file = await writeDocument(application('filed', '3s'));
      const pty = await Pty.start(['sh', '-c', `exec ${KUBEMIN} deploy ${file} > ${home.at('address')}`], {
        cwd: home.path,
        env: env(),
        columns: 120,
        rows: 40,
      });
      ptys.push(pty);
      await pty.until(/● database .*0 of 1 ready/);
      expect(await pty.exitCode()).toBe(0);
      expect(await pty.until('filed: done in')).not.toMatch(/^http:/m);
      expect((await pty.history()).match(/filed r1 {2}/g)).toHaveLength(1);
      expect(await readFile(home.at('address'), 'utf8')).toMatch(/^http:\S+\/apps\/\w+\n$/);
    });

    test('an interrupted deployment in a pipe leaves the run, which is watched to its end', async () => {
      const piped = home.start('deploy', await writeDocument(application('piped', '3s')), '--data-dir', home.at());
      await piped.waitForOutput('0 of 1 ready');
      piped.signal('SIGINT');
      expect(await piped.finished()).toMatchObject({
        exitCode: 130,
        stdout: '',
        stderr: expect.stringContaining('the run continues\n'),
      });
      const watching = await terminal(['run', 'watch', 'piped'], { columns: 120 });
      expect(await watching.exitCode()).toBe(0);
      expect(await watching.until('piped: done in')).toMatch(/^✓ piped r1 {2}completed/m);
    });

    test('Ctrl-C leaves the run going; others watch it meanwhile, and see how it is cancelled', async () => {
      const pty = await terminal(['deploy', await writeDocument(application('stuck', '10m'))], {
        columns: 120,
        rows: 40,
      });
      await pty.until(/● database .*0 of 1 ready/);
      await pty.press('C-c');
      expect(await pty.exitCode()).toBe(130);
      const left = await pty.until('kubemin run cancel');
      const taskId = /kubemin run watch (\w+) /.exec(left)?.[1] ?? '';
      expect(left).toContain('the run continues\n');
      expect(left).toContain(`kubemin run cancel ${taskId}`);
      expect((await run('run', 'ls', 'stuck', '--status', 'running', '-o', 'name')).stdout).toBe(`${taskId}\n`);

      const watching = await terminal(['run', 'watch', 'stuck'], { columns: 120 });
      const piped = home.start('run', 'watch', taskId, '--data-dir', home.at());
      await watching.until(/● database .*0 of 1 ready/);
      await piped.waitForOutput('0 of 1 ready');
      expect(await run('run', 'cancel', 'stuck', '--reason', 'enough')).toMatchObject({ exitCode: 0 });
      expect(await watching.exitCode()).toBe(1);
      expect(await watching.until(`kubemin run retry ${taskId} --from failed`)).toContain('⊘ stuck r1  cancelled');
      expect(await piped.finished()).toMatchObject({
        exitCode: 1,
        stdout: '',
        stderr: expect.stringMatching(/run \w+ cancelled: enough\n/),
      });
    });

    test('l shows what programs wrote below the run, d leaves the run going, c cancels it when it is pressed twice, and the terminal is as it was', async () => {
      const pty = await terminal(['deploy', await writeDocument(application('keys', '10m'))], { columns: 120 });
      await pty.until(/● database .*0 of 1 ready/);
      expect(await pty.isRaw()).toBe(true);
      await pty.type('l');
      expect(await pty.until('no program of this run')).toMatch(/● database .*0 of 1 ready/);
      await pty.type('cd');
      expect(await pty.exitCode()).toBe(130);
      expect(await pty.until('kubemin run cancel')).toContain('the run continues\n');
      expect(await pty.isRaw()).toBe(false);
      const again = await terminal(['run', 'watch', 'keys'], { columns: 120 });
      await again.until(/● database .*0 of 1 ready/);
      await again.type('cc');
      expect(await again.exitCode()).toBe(1);
      expect(await again.until('run cancelled')).toContain('⊘ keys r1  cancelled');
    });

    test('in 40 columns of Chinese nothing wraps, a terminal that is resized shows the run once, and the queue is drawn in place', async () => {
      await run('deploy', await writeDocument(application('narrow', '10m')), '--no-wait');
      const pty = await terminal(['run', 'watch', 'narrow', '--lang', 'zh'], { columns: 40, rows: 20 });
      const narrow = (await pty.until('0/1 就绪')).split('\n');
      expect(narrow[0]).toBe('l：日志，d：离开，按两次 c：取消');
      expect(narrow[1]).toMatch(/^● narrow r1 {2}执行中 {2}00:\d\d/);
      expect(narrow.slice(2)).toEqual([
        expect.stringMatching(/^✓ settings {2}narrow-conf {2}\d\.\ds$/),
        '    ConfigMap ✓',
        expect.stringMatching(/^● database {2}narrow-db {2}\d+\.?\d*s$/),
        '    StatefulSet ●  Service ·  Service ·',
        '    Service ·',
        expect.stringMatching(/^ {4}已创建.*0\/1 就绪$/),
      ]);
      for (const line of narrow) expect(displayWidth(line)).toBeLessThan(40);
      await pty.resize(110, 20);
      await pty.until(/● database .*0\/1 就绪/);
      await pty.resize(40, 20);
      const again = await pty.until(/^ {4}已创建.*0\/1 就绪/m);
      expect(again.match(/narrow r1/g)).toHaveLength(1);
      await pty.press('C-c');
      expect(await pty.exitCode()).toBe(130);
      const queue = await terminal(['queue', '-w', '--lang', 'zh'], { columns: 140 });
      await queue.until('没有运行在等待');
      await run('deploy', home.at('app.json'), '--no-wait');
      expect(await queue.until(/^1 .*narrow .*部署 .*同一应用的运行 \w+ 在前/m)).not.toContain('没有运行在等待');
      await queue.press('C-c');
      expect(await queue.exitCode()).toBe(0);
      await run('run', 'cancel', 'narrow');
      expect(await pty.until('运行仍在继续')).toMatch(
        /^ {2}kubemin run watch (\d+) .*\n {2}kubemin run cancel \1 .*$/m,
      );
      await run('run', 'cancel', 'narrow');
    });

    test('a deployment that deletes objects needs confirmation; no changes nothing, and without a terminal --yes is required', async () => {
      const whole = {
        name: 'shrink',
        component: ['a', 'b'].map((name) => ({
          name: `shrink-${name}`,
          type: 'config',
          properties: { conf: { a: '1' } },
        })),
      };
      await run('deploy', await writeDocument(whole));
      const file = await writeDocument({ ...whole, component: whole.component.slice(0, 1) });
      const pty = await terminal(['deploy', file], { columns: 100 });
      expect(await pty.until('Continue?')).toContain(
        'Deploying shrink would delete ConfigMap default/shrink-b. Continue? › Yes / No',
      );
      await pty.type('n');
      await pty.press('Enter');
      expect(await pty.exitCode()).toBe(130);
      expect(await pty.until('nothing was changed')).not.toContain('revision 2');
      expect(await run('deploy', file)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringMatching(/would delete ConfigMap default\/shrink-b\. [\s\S]*pass --yes/),
      });
      expect(await run('deploy', file, '--yes')).toMatchObject({ exitCode: 0 });
    });
  },
);

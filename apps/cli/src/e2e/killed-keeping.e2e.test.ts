import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataDirectory } from '../connection/data-directory.ts';
import { describeFiles, type Manifest } from '../platform/backup/manifest.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { KubeminProcess } from '../test-support/kubemin-process.ts';
import { runHere } from '../test-support/run-here.ts';

const FREE_PORTS = ['--port', '0', '--kube-port', '0'];
const PRELOADED = `--import=${join(import.meta.dirname, '..', 'test-support', 'kill-at-change.ts')}`;
/** Every change of the file system is a moment to be killed at; not every change of ours needs all of them. */
const STRIDE = process.env.KUBEMIN_TEST_FULL === '1' ? 1 : 3;
const MORE_THAN_THERE_ARE = 300;

let home: KubeminHome;
let file: string;
let manifest: Manifest;
beforeAll(async () => {
  home = await KubeminHome.create();
  file = home.at('backup.tar.gz');
  const started = await home.upProcess('--demo');
  const made = await runHere(['backup', file, '-o', 'json', '--data-dir', home.at()], { cwd: home.path });
  manifest = JSON.parse(made.stdout);
  await started.end();
});
afterAll(() => home.remove());

/** A command on a data directory that is killed before the nth change it makes there; whether it came that far. */
async function killedAt(change: number, path: string, ...words: readonly string[]): Promise<boolean> {
  const env = { NODE_OPTIONS: PRELOADED, KUBEMIN_TEST_KILL_IN: path, KUBEMIN_TEST_KILL_AT: String(change) };
  const { exitCode, stderr } = await new KubeminProcess([...words, '--data-dir', path], { env }).finished();
  if (exitCode !== null) expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return exitCode === null;
}

const on = (path: string, ...words: readonly string[]) => runHere([...words, '--data-dir', path], { cwd: home.path });

/** Whether the directory is, file by file, what was backed up. */
async function isWhole(path: string): Promise<boolean> {
  const names = manifest.files.map(({ name }) => name);
  if (!names.every((name) => existsSync(join(path, name)))) return false;
  expect(await describeFiles(path, names)).toEqual(manifest.files);
  return true;
}

/** The state of the directory for a user: complete, empty, or rejected by `up` with a hint. */
async function directoryState(path: string): Promise<'whole' | 'nothing' | 'refused'> {
  const { restoreStaging, resetMark } = dataDirectory(path);
  if (existsSync(restoreStaging) || existsSync(resetMark)) {
    const refused = await on(path, 'up', ...FREE_PORTS);
    expect(refused).toMatchObject({ exitCode: 6, stdout: '' });
    expect(refused.stderr).toContain(`kubemin reset --yes --data-dir ${path}`);
    expect(await on(path, 'backup', home.at('none.tar.gz'))).toMatchObject({ exitCode: 6 });
    return 'refused';
  }
  if (await isWhole(path)) return 'whole';
  const left = existsSync(path) ? await readdir(path) : [];
  expect(left.filter((name) => !/^(lock\.db|\.write-test-)/.test(name))).toEqual([]);
  return 'nothing';
}

/** Kills a command at one change after the other, until it has none left. */
async function* killings(prepare: (path: string) => Promise<void>, ...words: readonly string[]) {
  for (let change = 1; change < MORE_THAN_THERE_ARE; change += STRIDE) {
    const path = home.at(`${words[0]}-${change}`);
    await prepare(path);
    if (!(await killedAt(change, path, ...words))) return;
    yield path;
  }
  throw new Error(`${words[0]} makes more changes than expected`);
}

describe('restore, killed before one change of the file system after the other', () => {
  test('leaves nothing, all of it, or what up refuses; restoring again brings back every byte', async () => {
    const seen: string[] = [];
    for await (const path of killings(async () => undefined, 'restore', file)) {
      const state = await directoryState(path);
      seen.push(state);
      const again = await on(path, 'restore', file);
      expect(again).toMatchObject({ exitCode: state === 'whole' ? 6 : 0 });
      expect(await isWhole(path), again.stderr).toBe(true);
      expect((await readdir(path)).filter((name) => name.includes('staging'))).toEqual([]);
    }
    expect(new Set(seen)).toEqual(new Set(['nothing', 'refused']));
    expect(seen.length).toBeGreaterThan(20 / STRIDE);
  });

  test('a directory that was restored after a kill starts, with its applications', async () => {
    const path = home.at('restored-again');
    const halfway = manifest.files.length;
    expect(await killedAt(halfway, path, 'restore', file)).toBe(true);
    const again = await on(path, 'restore', file);
    expect(again).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('kubemin up --data-dir restored-again'),
    });
    const started = home.start('up', '--data-dir', path, ...FREE_PORTS);
    await started.waitForOutput('KubeMin is up');
    expect(await on(path, 'ls', '-o', 'name')).toMatchObject({ stdout: 'demo\n' });
    await started.end();
  });
});

describe('reset, killed before one change of the file system after the other', () => {
  const restored = async (path: string): Promise<void> => {
    expect(await on(path, 'restore', file)).toMatchObject({ exitCode: 0 });
  };

  test('leaves all of it, or what up refuses; the next reset finishes, or a restore takes its place', async () => {
    const seen: string[] = [];
    for await (const path of killings(restored, 'reset', '--yes')) {
      const state = await directoryState(path);
      seen.push(state);
      if (seen.length % 2 === 0 && state === 'refused') {
        await restored(path);
        expect(await directoryState(path)).toBe('whole');
      }
      expect(await on(path, 'reset', '--yes')).toMatchObject({ exitCode: 0 });
      expect(existsSync(path) ? await readdir(path) : []).toEqual([]);
    }
    expect(seen).toContain('refused');
    expect(seen.length).toBeGreaterThan(8 / STRIDE);
  });

  test('killed once the KubeMin it stopped is gone, nothing is lost', async () => {
    const path = home.at('stopped');
    await restored(path);
    const started = home.start('up', '--data-dir', path, ...FREE_PORTS);
    await started.waitForOutput('KubeMin is up');
    const token = await readFile(dataDirectory(path).adminToken, 'utf8');
    expect(await killedAt(1, path, 'reset', '--yes')).toBe(true);
    expect(await started.finished()).toMatchObject({ exitCode: 0 });
    const again = home.start('up', '--data-dir', path, ...FREE_PORTS);
    await again.waitForOutput('KubeMin is up');
    expect(await on(path, 'ls', '-o', 'name')).toMatchObject({ stdout: 'demo\n' });
    expect(await readFile(dataDirectory(path).adminToken, 'utf8')).toBe(token);
    await again.end();
    // What writes aside and renames may have been cut off as well: nothing of it stays.
    expect(await on(path, 'reset', '--yes')).toMatchObject({ exitCode: 0 });
    expect(existsSync(path)).toBe(false);
  });
});

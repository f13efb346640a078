import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from './bundle.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kubemin-start-up-'));
  await bundle({ entry: join(import.meta.dirname, '..', 'apps', 'cli', 'src', 'main.ts'), directory });
});
afterAll(() => rm(directory, { recursive: true, force: true }));

interface Loaded {
  readonly stdout: string;
  /** The files of the bundle that were loaded. */
  readonly files: readonly string[];
  /** The sources in them. */
  readonly sources: readonly string[];
}

/** Runs the bundle and returns what of it was loaded, according to V8's coverage report. */
async function loadedBy(...args: readonly string[]): Promise<Loaded> {
  const seen = await mkdtemp(join(directory, 'seen-'));
  const running = promisify(execFile)(process.execPath, [join(directory, 'kubemin.mjs'), ...args], {
    env: { NODE_V8_COVERAGE: seen, HOME: seen, PATH: process.env.PATH },
  });
  running.child.stdin?.end();
  const { stdout } = await running;
  const [report = ''] = await readdir(seen);
  const { result }: { readonly result: readonly { readonly url: string }[] } = JSON.parse(
    await readFile(join(seen, report), 'utf8'),
  );
  const files = result.map(({ url }) => url).filter((url) => url.startsWith('file:') && url.endsWith('js'));
  const maps = await Promise.all(files.map((url) => readFile(`${fileURLToPath(url)}.map`, 'utf8')));
  const sources = maps.flatMap((map): readonly string[] => JSON.parse(map).sources);
  return { stdout, files: files.map((url) => basename(url)), sources };
}

const HEAVY = /node_modules\/|platform\/(client|server|engine|render)|platform\/model|cluster\/|settings\/rows/;

test.each([
  ['--help', 'Usage: kubemin'],
  ['--version', '0.'],
  ['run --help', 'run watch'],
])('kubemin %s loads no library, no contract and no settings', async (line, output) => {
  const { stdout, files, sources } = await loadedBy(...line.split(' '));
  expect(stdout).toContain(output);
  expect(sources.filter((source) => HEAVY.test(source))).toEqual([]);
  // What is split off for others' sake costs a file each: a few are fine, dozens are not.
  expect(files.length).toBeLessThan(30);
});

test('the version of the command costs the parser of command lines, and nothing of the platform', async () => {
  const { stdout, sources } = await loadedBy('version', '--client', '-o', 'name');
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  const heavy = sources.filter((source) => HEAVY.test(source) && !source.includes('node_modules/commander'));
  expect(heavy).toEqual([]);
});

test('a node agent loads no library, and nothing of images but what containers need', async () => {
  const { sources } = await loadedBy('node-agent');
  expect(sources.some((source) => source.endsWith('cluster/node/src/agent/agent-process.ts'))).toBe(true);
  expect(sources.filter((source) => source.includes('node_modules/'))).toEqual([]);
  expect(sources.filter((source) => /platform\/|rule-reader|base-images|build-image|pull-image/.test(source))).toEqual(
    [],
  );
});

import { join } from 'node:path';
import { quickDirectory, type TemporaryDirectory } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Loaded, loadedSources } from './loaded-sources.ts';
import { writeCommandBundle } from './test-support/command-bundle.ts';

let directory: TemporaryDirectory;
let entry: string;
beforeAll(async () => {
  directory = await quickDirectory();
  entry = await writeCommandBundle(directory.path);
});
afterAll(() => directory?.remove());

function loadedBy(...args: readonly string[]): Promise<Loaded> {
  return loadedSources({ entry, args });
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

test('validating a document loads the model, and neither the engine nor the renderer', async () => {
  const { sources } = await loadedBy('validate', join(import.meta.dirname, '..', 'examples', 'hello.yaml'));
  expect(sources.some((source) => source.endsWith('platform/model/src/steps/builtin.ts'))).toBe(true);
  expect(sources.filter((source) => /platform\/(engine|render|server)/.test(source))).toEqual([]);
});

test('a node agent loads no library, and nothing of images but what containers need', async () => {
  const { sources } = await loadedBy('node-agent');
  expect(sources.some((source) => source.endsWith('cluster/node/src/agent/agent-process.ts'))).toBe(true);
  expect(sources.filter((source) => source.includes('node_modules/'))).toEqual([]);
  expect(
    sources.filter((source) => /(?<!src\/)platform\/|rule-reader|base-images|build-image|pull-image/.test(source)),
  ).toEqual([]);
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRulesFile } from './simulated-runtime.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => directory.remove());

const read = async (text: string) => {
  await writeFile(join(directory.path, 'rules.yaml'), text);
  return readRulesFile('rules.yaml', directory.path);
};

test('rules are read beside the place the command was typed in', async () => {
  const { nodes, rules } = await read('nodes: [{ count: 2, prefix: gpu }]\nrules: [{ start: { delay: 2s } }]');
  expect(nodes).toMatchObject([{ count: 2, prefix: 'gpu' }]);
  expect(rules).toMatchObject([{ start: { delayMs: 2000 } }]);
});

test('wrong rules are refused with all that is wrong, each with its place', async () => {
  await expect(read('nodes: [{ prefix: gpu }]\nrules: [{ strat: { delay: 2s } }]')).rejects.toMatchObject({
    code: 'SIMULATION_RULES_INVALID',
    message: expect.stringMatching(/nodes\[0\]\.count: is missing\n {2}rules\[0\]\.strat: .*did you mean start\?/),
  });
});

test('a file that is not there is named', async () => {
  await expect(readRulesFile('no.yaml', directory.path)).rejects.toMatchObject({
    code: 'SIMULATION_RULES_UNREADABLE',
    message: expect.stringContaining('no.yaml'),
  });
});

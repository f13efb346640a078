import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readKubeletFile, readRulesFile } from './node-files.ts';

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

test('a kubelet configuration replaces defaults of the node, and is refused with all that is wrong', async () => {
  const head = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n';
  const readKubelet = async (text: string) => {
    await writeFile(join(directory.path, 'kubelet.yaml'), head + text);
    return readKubeletFile('kubelet.yaml', directory.path);
  };
  expect(await readKubelet('maxPods: 20')).toMatchObject({ maxPods: 20, staticPodPath: 'manifests' });
  await expect(readKubelet('maxPod: 20\nevictionHard: {memory.available: 10}')).rejects.toMatchObject({
    code: 'KUBELET_CONFIG_INVALID',
    message: expect.stringMatching(/maxPod: .*did you mean maxPods\?\n {2}evictionHard\.memory\.available: must be/),
  });
});

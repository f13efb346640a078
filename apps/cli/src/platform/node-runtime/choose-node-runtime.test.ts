import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { temporaryDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { dataDirectory } from '../../connection/data-directory.ts';
import { clusterObjects } from '../stored-files.ts';
import { chooseNodeRuntime, NODE_RUNTIMES } from './choose-node-runtime.ts';
import type { Availability, Machine } from './node-runtime.ts';

async function newMachine(): Promise<Machine> {
  const { path, remove } = await temporaryDirectory();
  onTestFinished(remove);
  const parts = { clock: systemClock, random: systemRandom, logger: silentLogger };
  return { ...parts, directory: dataDirectory(path), programDirectories: [], program: [] };
}

const withSandbox = (found: Availability) => ({
  ...NODE_RUNTIMES,
  sandbox: { ...NODE_RUNTIMES.sandbox, availability: async () => found },
});
const works = withSandbox({ kind: 'available', notes: [] });
const fails = withSandbox({ kind: 'missing', why: verbatim('no namespaces') });

test('auto takes containers where they run, and simulated nodes with the reason where they do not', async () => {
  expect(await chooseNodeRuntime('auto', await newMachine(), works)).toMatchObject({ name: 'sandbox', notes: [] });
  expect(await chooseNodeRuntime('auto', await newMachine(), fails)).toMatchObject({
    name: 'simulated',
    notes: [{ message: expect.stringContaining('Nodes are simulated because no namespaces.') }],
  });
});

test('a data directory keeps its nodes, and prints how to replace them', async () => {
  const machine = await newMachine();
  await chooseNodeRuntime('auto', machine, fails);
  expect(await chooseNodeRuntime('auto', machine, works)).toMatchObject({
    name: 'simulated',
    notes: [{ message: expect.stringContaining('--runtime sandbox') }],
  });
  expect(await chooseNodeRuntime('sandbox', machine, works)).toMatchObject({ name: 'sandbox' });
  expect(await chooseNodeRuntime('auto', machine, works)).toMatchObject({ name: 'sandbox', notes: [] });
  // Pods of containers are not handed to simulated nodes because a start fails once.
  await expect(chooseNodeRuntime('auto', machine, fails)).rejects.toMatchObject({ code: 'RUNTIME_MISSING' });
});

test('nodes of a data directory from before there were containers are simulated', async () => {
  const machine = await newMachine();
  await mkdir(dirname(clusterObjects(machine.directory)), { recursive: true });
  await writeFile(clusterObjects(machine.directory), '');
  expect(await chooseNodeRuntime('auto', machine, works)).toMatchObject({ name: 'simulated' });
});

test('a runtime that does not work here is an error with the reason, and with one that does', async () => {
  await expect(chooseNodeRuntime('sandbox', await newMachine(), fails)).rejects.toMatchObject({
    code: 'RUNTIME_MISSING',
    message: expect.stringContaining('no namespaces'),
    hint: { message: expect.stringContaining('--runtime simulated') },
  });
});

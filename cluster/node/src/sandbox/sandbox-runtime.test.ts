import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock, systemRandom } from '@kubemin/base';
import { eventually, temporaryDirectory } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ContainerRuntime } from '../runtime/index.ts';
import { makeHostImage, missingNamespaces } from '../test-support/host-image.ts';
import { describeRuntime, type RuntimeBench } from '../test-support/runtime-suite.ts';
import {
  DEFAULT_NODE_NETWORK,
  findHostPrograms,
  openSandboxRuntime,
  type SandboxRuntimeOptions,
  stopAnchor,
} from './index.ts';

const DIRECTORIES = ['/usr/sbin', '/usr/bin', '/sbin', '/bin'];
const missing = await missingNamespaces();
let image: Awaited<ReturnType<typeof temporaryDirectory>>;

beforeAll(async () => {
  image = await temporaryDirectory();
  if (missing === undefined) await makeHostImage(image.path);
});
afterAll(() => image.remove());

interface SandboxBench extends RuntimeBench {
  readonly directory: string;
}

async function makeBench(more: Partial<SandboxRuntimeOptions> = {}): Promise<SandboxBench> {
  const scratch = await temporaryDirectory();
  const home = await temporaryDirectory();
  const directory = join(home.path, 'node');
  let opened: ContainerRuntime | undefined;
  onTestFinished(async () => {
    await opened?.[Symbol.asyncDispose]();
    const programs = await findHostPrograms(DIRECTORIES);
    await stopAnchor({ programs, directory, network: DEFAULT_NODE_NETWORK });
    await eventually(async () => (await processesOf(directory)).length === 0);
    execFileSync('chmod', ['-R', 'u+rwx', home.path, scratch.path]);
    await Promise.all([home.remove(), scratch.remove()]);
  });
  const open = async (): Promise<ContainerRuntime> => {
    await opened?.[Symbol.asyncDispose]();
    opened = await openSandboxRuntime({ directory, clock: systemClock, random: systemRandom, ...more });
    return opened;
  };
  return { open, directory, imageRoot: image.path, scratch: scratch.path };
}

/** Processes whose command line names the directory of a node: supervisors and those that start containers. */
async function processesOf(directory: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(directory)) found.push(`${pid} ${command.replaceAll('\0', ' ')}`);
  }
  return found;
}

describe.skipIf(missing !== undefined)(`containers${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  describeRuntime('the sandbox runtime', () => makeBench());
  void test;
  void expect;
});

import { join } from 'node:path';
import { temporaryDirectory } from '@kubemin/testing';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import type { ContainerRuntime } from '../runtime/index.ts';
import { removeNode } from '../sandbox/anchor.ts';
import {
  findMissingContainerd,
  type NodeImageSource,
  openTestContainerd,
  startImageSource,
} from '../test-support/containerd-bench.ts';
import { makeHostImage } from '../test-support/host-image.ts';
import { describeRuntimeFeatures } from '../test-support/runtime-feature-suite.ts';
import { describeRuntime, type RuntimeBench } from '../test-support/runtime-suite.ts';

const missing = await findMissingContainerd();
let root: Awaited<ReturnType<typeof temporaryDirectory>>;
let home: Awaited<ReturnType<typeof temporaryDirectory>>;
let images: NodeImageSource;

const node = (): string => join(home.path, 'node');

/** On the node that all tests use, one after the other. */
async function makeBench(): Promise<RuntimeBench> {
  const scratch = await temporaryDirectory();
  let opened: ContainerRuntime | undefined;
  onTestFinished(async () => {
    for (const { id } of (await opened?.listSandboxes()) ?? []) await opened?.removeSandbox(id);
    await opened?.[Symbol.asyncDispose]();
    await scratch.remove();
  });
  return {
    open: async () => {
      await opened?.[Symbol.asyncDispose]();
      opened = await openTestContainerd(node(), images);
      return opened;
    },
    imageRoot: root.path,
    makeImage: (path) => images.makeImage(path),
    scratch: scratch.path,
  };
}

describe.skipIf(missing !== undefined)(`containerd${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  beforeAll(async () => {
    root = await temporaryDirectory();
    home = await temporaryDirectory();
    await makeHostImage(root.path);
    images = await startImageSource(node());
  });
  afterAll(async () => {
    await removeNode({ directory: node() });
    await images[Symbol.asyncDispose]();
    await Promise.all([home.remove(), root.remove()]);
  });

  describeRuntime('the containerd runtime', makeBench);
  describeRuntimeFeatures('features of the containerd runtime', makeBench);
});

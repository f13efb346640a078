import { core } from '@kubemin/kubeapi/resources';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import { eventually, missingNamespaces } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findHostPrograms } from '../sandbox/host-programs.ts';
import {
  CONFORMANCE_SPECS,
  type ConformanceSpec,
  PROCESS_IMAGE,
  SpecContext,
  UNSHOWN_SPECS,
} from '../test-support/conformance/index.ts';
import { findMissingContainerd } from '../test-support/containerd-bench.ts';
import {
  addHostImage,
  type PrivateNode,
  type PrivateNodeOptions,
  startPrivateNode,
} from '../test-support/private-node.ts';
import { PROGRAM_DIRECTORIES } from '../test-support/stop-node.ts';

const FULL = process.env.KUBEMIN_TEST_FULL === '1';
const missing = await missingNamespaces();
const missingContainerd = await findMissingContainerd();
const hasCrun = (await findHostPrograms(PROGRAM_DIRECTORIES).catch(() => undefined))?.crun !== undefined;
/** Specs that are shown at the same time: more only wait for the processor. */
const AT_ONCE = 12;

/** What a node makes containers with. */
type ContainersMade = Pick<PrivateNodeOptions, 'runtime' | 'form'>;

/** Shows specs on one node, some at a time; each is awaited by its own test. */
class SpecNode {
  /** What the runtime of the node has. */
  readonly features: ReadonlySet<string>;
  readonly #node: PrivateNode;
  readonly #results: ReadonlyMap<string, Promise<void>>;

  private constructor(node: PrivateNode, specs: readonly ConformanceSpec[], features: ReadonlySet<string>) {
    this.#node = node;
    this.features = features;
    const possible = specs.filter(({ needs }) => needs === undefined || features.has(needs));
    const waiting = possible.map((spec, place) => ({ spec, place, ...Promise.withResolvers<void>() }));
    this.#results = new Map(waiting.map(({ spec, promise }) => [spec.name, promise]));
    for (const { promise } of waiting) promise.catch(() => undefined);
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const context = new SpecContext(node.client, `spec-${next.place}`);
        const { resolve, reject } = next;
        await next.spec.show(context).then(() => resolve(), reject);
        // The processor is for the others.
        await context.end();
      }
    };
    for (let worker = 0; worker < AT_ONCE; worker += 1) void work();
  }

  static async start(made: ContainersMade, specs: readonly ConformanceSpec[]): Promise<SpecNode> {
    const { name, instructions } = PROCESS_IMAGE;
    const addImages: PrivateNodeOptions['addImages'] = (store) => addHostImage(store, { [name]: instructions });
    const node = await startPrivateNode({ ...made, addImages });
    const nodes = node.client.resource(core.v1.nodes);
    const { items } = await eventually(() => nodes.list(), { until: (list) => list.items.some(isReady) });
    const features = items.flatMap(
      (one) => one.metadata.annotations?.['kubemin.io/runtime-features']?.split(',') ?? [],
    );
    return new SpecNode(node, specs, new Set(features));
  }

  result(name: string): Promise<void> {
    return this.#results.get(name) ?? Promise.reject(new Error(`${name} was not begun`));
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#results.values());
    await this.#node.close();
  }
}

/** It registers first, and states what its runtime has with its first status. */
function isReady({ metadata, status }: Node): boolean {
  if (metadata.annotations?.['kubemin.io/runtime-features'] === undefined) return false;
  return status?.conditions?.some(({ type, status: holds }) => type === 'Ready' && holds === 'True') === true;
}

test('each spec that needs containers or a pod network is shown, or has a reason why not', () => {
  const names = [...CONFORMANCE_SPECS.map(({ name }) => name), ...UNSHOWN_SPECS.keys()];
  expect(new Set(names).size).toBe(names.length);
  // So many of the 441 specs of Kubernetes 1.35.
  expect(names).toHaveLength(231);
});

/** All of them, or those of which no other is like it. */
const specs = CONFORMANCE_SPECS.filter(({ long }) => FULL || long !== true);

describeSpecs('the sandbox, started by a shell', {
  made: { form: 'shell' },
  shown: FULL || !hasCrun ? specs : [],
  skipped: missing,
});
describeSpecs('the sandbox, started by crun', {
  made: { form: 'crun' },
  shown: specs,
  skipped: missing ?? (hasCrun ? undefined : 'crun is not installed'),
});
describeSpecs('containerd', {
  made: { runtime: 'containerd' },
  shown: FULL ? specs : [],
  skipped: missing ?? missingContainerd,
});

interface ShownSpecs {
  readonly made: ContainersMade;
  readonly shown: readonly ConformanceSpec[];
  readonly skipped: string | undefined;
}

function describeSpecs(runtime: string, { made, shown, skipped }: ShownSpecs): void {
  if (shown.length === 0) return;
  const title = `conformance specs over ${runtime}${skipped === undefined ? '' : ` (skipped: ${skipped})`}`;
  describe.skipIf(skipped !== undefined)(title, () => {
    let node: SpecNode;

    beforeAll(async () => {
      node = await SpecNode.start(made, shown);
    });
    afterAll(() => node.close());

    for (const { name, needs } of shown) {
      test(name, async (context) => {
        if (needs !== undefined && !node.features.has(needs)) context.skip(`the node does not have ${needs} here`);
        await node.result(name);
      });
    }
  });
}

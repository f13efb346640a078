import { createKubeClient, type KubeClient } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { handMadeNode } from '../test-support/hand-made-node.ts';
import { runModule } from '../test-support/run-module.ts';
import { pod } from '../test-support/workload.ts';
import { scheduler } from './scheduler-controller.ts';

let cluster: TestCluster;
let client: KubeClient;
let stop: () => Promise<void>;
let slow: SlowStatus;

beforeEach(async () => {
  cluster = await startTestCluster({ controllers: false });
  ({ client } = cluster);
  slow = new SlowStatus(cluster.handler);
  stop = await runModule(createKubeClient(slow.handler), scheduler());
});
afterEach(async () => {
  slow.release();
  await stop();
  await cluster.close();
});

/** An API whose first status write waits until it is released. */
class SlowStatus {
  readonly #gate = Promise.withResolvers<void>();
  readonly handler: ApiHandler;
  waiting = false;

  constructor(handler: ApiHandler) {
    this.handler = async (request) => {
      if (request.method === 'PATCH' && request.path.endsWith('/status')) {
        this.waiting = true;
        await this.#gate.promise;
      }
      return handler(request);
    };
  }

  release(): void {
    this.#gate.resolve();
  }
}

const pods = () => client.resource(core.v1.pods, 'default');
const seen = async (name: string) => (await pods().get(name)).spec?.nodeName;

/** The scheduler has seen everything that was before it, and decided about it. */
async function caughtUp(): Promise<void> {
  await pods().create(pod('later'));
  await eventually(() => seen('later'));
}

test('a node that is added while a pod is being reported as unschedulable gets the pod', async () => {
  await pods().create(pod('early'));
  await eventually(() => slow.waiting);
  const nodes = client.resource(core.v1.nodes);
  await nodes.create(handMadeNode('rescue'));
  // No node agent is there to report that the node is ready.
  await nodes.patch('rescue', { type: 'merge', body: { spec: { taints: null } } });
  await caughtUp();
  expect(await seen('early')).toBeUndefined();
  slow.release();
  expect(await eventually(() => seen('early'))).toBe('rescue');
});

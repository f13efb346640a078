import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { silentLogger, systemRandom } from '@kubemin/base';
import { createManager } from '@kubemin/controller';
import { createKubeClient } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { ManualClock, startTestCluster, type TestCluster } from '@kubemin/testing';
import { KubeletServer } from '../config/kubelet/kubelet-server.ts';
import { type SimulatedNodesOptions, simulatedNodes } from '../simulated/simulated-nodes.ts';

/** Simulated nodes alone on an API server, in a time that the test makes pass. */
export interface ManualFleet {
  readonly cluster: TestCluster;
  readonly clock: ManualClock;
  /** The response of a node's kubelet. */
  ask(node: string, path: string): Promise<string>;
  close(): Promise<void>;
}

export async function startManualFleet(
  options: SimulatedNodesOptions,
  around: (handler: ApiHandler) => ApiHandler = (handler) => handler,
): Promise<ManualFleet> {
  const clock = new ManualClock();
  const kubelets = new KubeletServer();
  const cluster = await startTestCluster({ controllers: false, clock });
  const client = createKubeClient(around(cluster.client.handler));
  const manager = createManager({ client, clock, random: systemRandom, logger: silentLogger });
  manager.with(simulatedNodes({ ...options, kubelets }));
  const stopping = new AbortController();
  const running = manager.run(stopping.signal);
  await Promise.race([manager.ready, running]);
  return {
    cluster,
    clock,
    async ask(name, path) {
      const connection = await kubelets.connect(await cluster.client.resource(core.v1.nodes).get(name));
      return new Promise((resolve, reject) => {
        const asking = request({ path, createConnection: () => connection, headers: { connection: 'close' } });
        asking.on('response', (response) => resolve(text(response))).on('error', reject);
        asking.end();
      });
    },
    async close() {
      stopping.abort();
      await running;
      await cluster.close();
    },
  };
}

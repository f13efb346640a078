import { silentLogger, systemRandom } from '@kubemin/base';
import { createManager } from '@kubemin/controller';
import { ManualClock, startTestCluster, type TestCluster } from '@kubemin/testing';
import { type SimulatedNodesOptions, simulatedNodes } from '../simulated-nodes.ts';

/** Simulated nodes alone on an API server, in a time that the test makes pass. */
export interface ManualFleet {
  readonly cluster: TestCluster;
  readonly clock: ManualClock;
  close(): Promise<void>;
}

export async function startManualFleet(options: SimulatedNodesOptions): Promise<ManualFleet> {
  const clock = new ManualClock();
  const cluster = await startTestCluster({ controllers: false, clock });
  const manager = createManager({ client: cluster.client, clock, random: systemRandom, logger: silentLogger });
  manager.with(simulatedNodes(options));
  const stopping = new AbortController();
  const running = manager.run(stopping.signal);
  await Promise.race([manager.ready, running]);
  return {
    cluster,
    clock,
    async close() {
      stopping.abort();
      await running;
      await cluster.close();
    },
  };
}

// Started by the benchmark: a scheduler alone, over pods that were made while there was none.
import { builtinControllers, scheduler } from '@kubemin/controllers';
import { sendToParent } from '../support/child-side.ts';
import { BenchCluster } from './bench-cluster.ts';
import { phase } from './phase.ts';
import { PodCounter } from './pod-counter.ts';
import type { ClusterSettings } from './settings.ts';
import { applyDeployments } from './workload.ts';

process.on('disconnect', () => process.exit(0));
const settings: ClusterSettings = JSON.parse(process.argv[2] ?? '{}');
const { profiles, nodes } = settings;
const pods = settings.deployments * settings.replicas;

const cluster = await BenchCluster.start(settings);
const others = builtinControllers().filter(({ name }) => name !== 'scheduler');
const stop = await cluster.run([...others, cluster.nodes(nodes)]);
await cluster.nodesReady(nodes);
const watch = new PodCounter(cluster.client);
await watch.start();
await applyDeployments(cluster.client, settings);
await watch.until(({ present }) => present === pods);
await stop();

const scheduling = await phase('scheduling', profiles, async () => {
  await cluster.run([scheduler()]);
  await watch.until(({ bound }) => bound === pods);
});
sendToParent({
  kind: 'result',
  values: {
    seconds: scheduling.seconds,
    cpuMicros: scheduling.cpuMicros / pods,
    loopDelayP99Ms: scheduling.loopDelayP99Ms,
  },
});

// Started by the benchmark: a whole cluster in one process, in which many pods come to life, idle and go.
import { builtinControllers } from '@kubemin/controllers';
import { sendToParent } from '../support/child-side.ts';
import { BenchCluster } from './bench-cluster.ts';
import { phase } from './phase.ts';
import { PodCounter } from './pod-counter.ts';
import { listsIn, writesIn } from './request-counts.ts';
import type { LifeSettings } from './settings.ts';
import { applyDeployments, deleteDeployments } from './workload.ts';

process.on('disconnect', () => process.exit(0));
const settings: LifeSettings = JSON.parse(process.argv[2] ?? '{}');
const { profiles, nodes } = settings;
const pods = settings.deployments * settings.replicas;

const cluster = await BenchCluster.start(settings);
const { client, requests } = cluster;
const registration = await phase('nodes', profiles, async () => {
  await cluster.run([...builtinControllers(), cluster.nodes(nodes)], cluster.metrics);
  await cluster.nodesReady(nodes);
});
const watch = new PodCounter(client);
await watch.start();

requests.take();
const start = await phase('start', profiles, async () => {
  await applyDeployments(client, settings);
  await watch.until(({ running }) => running === pods);
});
const startRequests = requests.take();
// Work that the start still causes is not idle time.
await new Promise((resolve) => setTimeout(resolve, settings.idleMs / 6));
globalThis.gc?.();
const { rss, heapUsed, external } = process.memoryUsage();
const resting = requests.take();
const idle = await phase('idle', profiles, () => new Promise((resolve) => setTimeout(resolve, settings.idleMs)));
const idleRequests = requests.take();
const deletion = await phase('deletion', profiles, async () => {
  await deleteDeployments(client, settings);
  await watch.until(({ present }) => present === 0);
});
const deletionRequests = requests.take();
const dropped = /^kubemin_events_dropped_total(?:{.*})? (\d+)$/m.exec(cluster.metrics.text())?.[1];

sendToParent({
  kind: 'result',
  values: {
    registerSeconds: registration.seconds,
    registerMicros: registration.cpuMicros / nodes,
    startSeconds: start.seconds,
    startMicros: start.cpuMicros / pods,
    startDelayMs: start.loopDelayP99Ms,
    startWrites: writesIn(startRequests) / pods,
    idleShare: (idle.cpuMicros / (idle.seconds * 1e6)) * 100,
    idleDelayMs: idle.loopDelayP99Ms,
    idleWrites: writesIn(idleRequests) / idle.seconds,
    deletionSeconds: deletion.seconds,
    deletionMicros: deletion.cpuMicros / pods,
    deletionDelayMs: deletion.loopDelayP99Ms,
    deletionWrites: writesIn(deletionRequests) / pods,
    lists: [startRequests, resting, idleRequests, deletionRequests].reduce((sum, each) => sum + listsIn(each), 0),
    droppedEvents: Number(dropped ?? 0),
    rssBytes: rss,
    liveBytes: heapUsed + external,
    ...named('start', startRequests),
    ...named('idle', idleRequests),
    ...named('deletion', deletionRequests),
  },
});

function named(prefix: string, counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(counts).map(([kind, count]) => [`${prefix} ${kind}`, count]));
}

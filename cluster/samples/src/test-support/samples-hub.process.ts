// Runs the samples until it is killed. Argument: SamplesHubOptions as JSON. It sends `ready` when everything is loaded,
// and begins when it is sent something.
import { flushCompileCache } from 'node:module';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { ControllerRegistry, createManager } from '@kubemin/controller';
import { createKubeClient, httpTransport } from '@kubemin/kube';
import '@redis/client';
import { registerSamples } from '../sample-registry.ts';
import type { SamplesHubOptions } from './samples-hub.ts';

const { cluster, identity, instances, election }: SamplesHubOptions = JSON.parse(process.argv[2] ?? '');

process.on('disconnect', () => process.exit());
// A leader that cannot end its work ends itself, and that is right.
process.once('message', () => run().catch(() => process.exit(1)));
process.send?.('ready');
// Otherwise written at the end of the process, which is never a peaceful one.
flushCompileCache();

async function run(): Promise<void> {
  const registry = new ControllerRegistry();
  registerSamples(registry, { instances });
  const manager = createManager({
    client: createKubeClient(httpTransport({ ...cluster, userAgent: identity }).handler),
    clock: systemClock,
    random: systemRandom,
    logger: silentLogger,
    ...(election !== undefined && { leaderElection: { ...election, namespace: 'default', identity } }),
  });
  await manager.with(...registry).run(new AbortController().signal);
}

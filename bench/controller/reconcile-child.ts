// Started by the benchmark: a manager with one controller whose reconciler does nothing, over many objects.
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { type ControllerModule, createManager, createReconcilerController, type Source } from '@kubemin/controller';
import { createKubeClient, httpTransport } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import { sendToParent } from '../support/child-side.ts';
import type { ReconcileSettings } from './settings.ts';

process.on('disconnect', () => process.exit(0));
const settings: ReconcileSettings = JSON.parse(process.argv[2] ?? '{}');
const transport = httpTransport(settings);

let left = settings.objects;
let done = Promise.withResolvers<void>();
let enqueue: (key: string) => void = () => undefined;
let keys: readonly string[] = [];
const onDemand: Source = (add) => {
  enqueue = add;
  return () => undefined;
};

const noop: ControllerModule = {
  name: 'noop',
  setup: (context) => {
    const maps = context.informers.informer(core.v1.configmaps, { namespace: 'default' });
    return createReconcilerController({
      context,
      primary: maps,
      sources: [onDemand],
      reconciler: {
        reconcile: async (key) => {
          if (maps.get(key) === undefined) return undefined;
          left -= 1;
          if (left === 0) {
            keys = maps.list().map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
            done.resolve();
          }
          return undefined;
        },
      },
    });
  },
};

const manager = createManager({
  client: createKubeClient(transport.handler),
  clock: systemClock,
  random: systemRandom,
  logger: silentLogger,
  concurrency: 8,
}).with(noop);
const running = manager.run(new AbortController().signal);
running.catch((error: unknown) => {
  throw error;
});
const started = performance.now();
await manager.ready;
const ready = performance.now();
await done.promise;
const first = performance.now();
const cpu = process.cpuUsage();
for (let pass = 0; pass < settings.passes; pass += 1) {
  left = settings.objects;
  done = Promise.withResolvers();
  for (const key of keys.slice(0, settings.objects)) enqueue(key);
  await done.promise;
}
const { user, system } = process.cpuUsage(cpu);
const reconciles = settings.objects * settings.passes;
sendToParent({
  kind: 'result',
  values: {
    readyMs: ready - started,
    firstMs: first - started,
    perSecond: reconciles / ((performance.now() - first) / 1000),
    cpuMicros: (user + system) / reconciles,
  },
});

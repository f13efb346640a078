import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import type { ResourceType } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { ConfigMap } from '@kubemin/kubeapi/types/core.v1';
import { ManualClock, type TestCluster } from '@kubemin/testing';
import { createManager, type Manager, type ManagerOptions } from '../manager/manager.ts';
import type { ControllerContext, ControllerModule } from '../reconcile/controller.ts';
import type { ReconcileResult } from '../reconcile/reconciler.ts';
import { createReconcilerController, type ReconcilerControllerOptions } from '../reconcile/reconciler-controller.ts';

/** The kind most tests of controllers work on. */
export const CONFIG_MAPS: ResourceType<ConfigMap> = core.v1.configmaps;

/** What a test's controller does with a key. */
export type Work = (
  key: string,
  signal: AbortSignal,
  context: ControllerContext,
) => Promise<ReconcileResult | undefined>;

/** A controller of ConfigMaps. */
export function configMapController(
  name: string,
  work: Work,
  options: Partial<ReconcilerControllerOptions> & Partial<ControllerModule> = {},
): ControllerModule {
  const { workers, timeoutMs, ...module } = options;
  return {
    name,
    for: CONFIG_MAPS,
    ...module,
    setup: (context) =>
      createReconcilerController({
        context,
        primary: context.informers.informer(CONFIG_MAPS),
        reconciler: { reconcile: (key, signal) => work(key, signal, context) },
        ...(workers === undefined ? {} : { workers }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      }),
  };
}

/** Runs the modules for the time of `body`, which begins when they have been set up. */
export async function withRunningManager(
  cluster: TestCluster,
  { modules, ...options }: Partial<ManagerOptions> & { readonly modules: readonly ControllerModule[] },
  body: (manager: Manager) => Promise<void>,
): Promise<void> {
  const common = { client: cluster.client, clock: systemClock, random: systemRandom, logger: silentLogger };
  const manager = createManager({ ...common, ...options }).with(...modules);
  const stop = new AbortController();
  const run = manager.run(stop.signal);
  try {
    await body(manager);
  } finally {
    stop.abort();
    // A manual clock does not advance: pending work needs the grace period to pass.
    if (options.clock instanceof ManualClock) await options.clock.advance(2 * (options.stopGraceMs ?? 0));
    await run;
  }
}

/** A ConfigMap in a namespace, made in the cluster. */
export async function createConfigMap(cluster: TestCluster, namespace: string, name: string): Promise<ConfigMap> {
  const metadata = { name, namespace };
  return cluster.client.resource(CONFIG_MAPS, namespace).create({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
}

/** A namespace of a test's own. */
export async function createNamespace(cluster: TestCluster, name: string): Promise<string> {
  await cluster.client.resource(core.v1.namespaces).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  return name;
}

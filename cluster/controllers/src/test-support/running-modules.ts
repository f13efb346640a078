import { type Clock, silentLogger, systemRandom } from '@kubemin/base';
import { type ControllerModule, createManager } from '@kubemin/controller';
import type { KubeClient } from '@kubemin/kube';

/** Runs just these controllers, by a clock of the test's own; the answer stops them. */
export async function runModules(
  client: KubeClient,
  clock: Clock,
  ...modules: readonly ControllerModule[]
): Promise<() => Promise<void>> {
  const manager = createManager({ client, clock, random: systemRandom, logger: silentLogger });
  manager.with(...modules);
  const stopping = new AbortController();
  const running = manager.run(stopping.signal);
  await Promise.race([manager.ready, running]);
  return async () => {
    stopping.abort();
    await running;
  };
}

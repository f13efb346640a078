import { type Clock, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { type ControllerModule, createManager } from '@kubemin/controller';
import type { KubeClient } from '@kubemin/kube';

/** Runs one controller or a few, with filled caches; the returned function stops them and waits for it. */
export async function runModule(
  client: KubeClient,
  module: ControllerModule | readonly ControllerModule[],
  clock: Clock = systemClock,
): Promise<() => Promise<void>> {
  const manager = createManager({ client, clock, random: systemRandom, logger: silentLogger });
  manager.with(...[module].flat());
  const stopping = new AbortController();
  const running = manager.run(stopping.signal);
  await Promise.race([manager.ready, running]);
  return async () => {
    stopping.abort();
    await running;
  };
}

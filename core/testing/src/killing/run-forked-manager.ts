// Not exported with the rest of the package: the processes that are killed load it again and again.
import { flushCompileCache } from 'node:module';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { type ControllerModule, createManager } from '@kubemin/controller';
import { createKubeClient, httpTransport } from '@kubemin/kube';
import type { ForkedManagerOptions } from './forked-manager.ts';

/**
 * What the program of a `ForkedManager` does: it reports that everything is loaded, waits for `go`, and runs these
 * controllers until it is killed.
 */
export function runForkedManager<O extends ForkedManagerOptions>(
  modulesOf: (options: O) => Iterable<ControllerModule>,
): void {
  const options: O = JSON.parse(process.argv[2] ?? '');
  process.on('disconnect', () => process.exit());
  // A leader that cannot end its work ends itself, and that is right.
  process.once('message', () => run(options, modulesOf(options)).catch(() => process.exit(1)));
  process.send?.('ready');
  // Otherwise written at the end of the process, which is never a peaceful one.
  flushCompileCache();
}

async function run(
  { cluster, identity, election }: ForkedManagerOptions,
  modules: Iterable<ControllerModule>,
): Promise<void> {
  const manager = createManager({
    client: createKubeClient(httpTransport({ ...cluster, userAgent: identity }).handler),
    clock: systemClock,
    random: systemRandom,
    logger: silentLogger,
    ...(election !== undefined && { leaderElection: { ...election, namespace: 'default', identity } }),
  });
  await manager.with(...modules).run(new AbortController().signal);
}

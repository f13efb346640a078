// Runs all built-in controllers until it is killed. Argument: ManagerChildOptions as JSON. It sends `ready` when
// everything is loaded, and begins when it is sent something.
import { flushCompileCache } from 'node:module';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createManager } from '@kubemin/controller';
import { createKubeClient, httpTransport } from '@kubemin/kube';
import { builtinControllers } from '../../builtin-controllers.ts';
import { NODE_LIFECYCLE_TIMES } from '../../node-lifecycle/node-lifecycle-times.ts';
import type { ManagerChildOptions } from './manager-child.ts';

const { cluster, identity, election }: ManagerChildOptions = JSON.parse(process.argv[2] ?? '');

/** A busy machine is no dead node. */
const PATIENT = { ...NODE_LIFECYCLE_TIMES, graceMs: 3_600_000, startupGraceMs: 3_600_000 };

process.on('disconnect', () => process.exit());
// A leader that cannot end its work ends itself, and that is right.
process.once('message', () => run().catch(() => process.exit(1)));
process.send?.('ready');
// Otherwise written at the end of the process, which is never a peaceful one.
flushCompileCache();

async function run(): Promise<void> {
  const manager = createManager({
    client: createKubeClient(httpTransport({ ...cluster, userAgent: identity }).handler),
    clock: systemClock,
    random: systemRandom,
    logger: silentLogger,
    ...(election !== undefined && { leaderElection: { ...election, namespace: 'default', identity } }),
  });
  await manager.with(...builtinControllers({ nodeLifecycle: PATIENT })).run(new AbortController().signal);
}

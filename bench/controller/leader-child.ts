// Started by the benchmark: a manager under election that reports its first reconcile, then leads until it ends.
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { type ControllerModule, createManager, createReconcilerController } from '@kubemin/controller';
import { createKubeClient, httpTransport } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import { sendToParent } from '../support/child-side.ts';
import type { LeaderSettings } from './settings.ts';

// As in a crash: the lease is not released.
process.on('disconnect', () => process.exit(0));
const { identity, leaseDurationMs, ...access }: LeaderSettings = JSON.parse(process.argv[2] ?? '{}');

const first: ControllerModule = {
  name: 'first',
  setup: (context) =>
    createReconcilerController({
      context,
      primary: context.informers.informer(core.v1.namespaces),
      reconciler: {
        reconcile: async () => {
          sendToParent({ kind: 'result', values: { term: context.leadership.term } });
          return undefined;
        },
      },
    }),
};

await createManager({
  client: createKubeClient(httpTransport(access).handler),
  clock: systemClock,
  random: systemRandom,
  logger: silentLogger,
  leaderElection: {
    namespace: 'default',
    name: 'bench',
    identity,
    leaseDurationMs,
    renewDeadlineMs: leaseDurationMs * 0.7,
    retryPeriodMs: leaseDurationMs * 0.1,
  },
})
  .with(first)
  .run(new AbortController().signal);

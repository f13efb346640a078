import type { Controller, ControllerModule } from '@kubemin/controller';
import { core, policy, storage } from '@kubemin/kubeapi/resources';
import { ClusterView } from './cluster-view.ts';
import { defaultProfile } from './default-profile.ts';
import type { SchedulerProfile } from './plugin.ts';
import { SchedulingLoop } from './scheduling-loop.ts';

/** How the scheduler places pods. */
export interface SchedulerOptions {
  /** One per schedulerName. @default the default profile alone */
  readonly profiles?: readonly SchedulerProfile[];
}

/** Gives each pod a node, or tells why there is none and tries again when something changes that may help. */
export function scheduler({ profiles = [defaultProfile] }: SchedulerOptions = {}): ControllerModule {
  const byName = new Map(profiles.map((profile) => [profile.schedulerName, profile]));
  return {
    name: 'scheduler',
    setup(context): Controller {
      const { informers } = context;
      const pods = informers.informer(core.v1.pods);
      const claims = informers.informer(core.v1.persistentvolumeclaims);
      const volumes = informers.informer(core.v1.persistentvolumes);
      const classes = informers.informer(storage.v1.storageclasses);
      const budgets = informers.informer(policy.v1.poddisruptionbudgets);
      const view = new ClusterView({
        claim: (key) => claims.get(key),
        volume: (name) => volumes.get(name),
        volumes: () => volumes.list(),
        classes: () => classes.list(),
      });
      const loop = new SchedulingLoop({ context, profiles: byName, view, pods, budgets });
      const unsubscribe = [
        informers.informer(core.v1.nodes).onChange((change) => loop.observeNode(change)),
        informers.informer(core.v1.namespaces).onChange((change) => loop.observeNamespace(change)),
        claims.onChange(({ key }) => loop.observeStorage(key)),
        volumes.onChange(() => loop.observeStorage()),
        classes.onChange(() => loop.observeStorage()),
        pods.onChange((change) => loop.observePod(change)),
      ];
      return {
        stats: () => loop.stats(),
        inFlight: () => loop.inFlight(),
        async run(signal) {
          await loop.run(signal);
          for (const stop of unsubscribe) stop();
        },
      };
    },
  };
}

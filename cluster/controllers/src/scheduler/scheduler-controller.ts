import type { Controller, ControllerModule } from '@kubemin/controller';
import { core, policy, storage } from '@kubemin/kubeapi/resources';
import { ClusterView } from './cluster-view.ts';
import type { SchedulerProfile } from './plugin.ts';
import { policyProfiles } from './policies/policies.ts';
import type { PolicyName } from './policies/policy-name.ts';
import { SchedulingLoop } from './scheduling-loop.ts';
import { LiveUsage } from './usage/live-usage.ts';
import { nodeUsage } from './usage/node-usage.ts';

/** How the scheduler places pods. */
export interface SchedulerOptions {
  /** What pods get that name no scheduler; by naming a policy as their scheduler they get that one. @default 'default' */
  readonly policy?: PolicyName;
  /** More profiles, one per schedulerName; they stand in for policies of the same name. */
  readonly profiles?: readonly SchedulerProfile[];
}

/** Gives each pod a node, or tells why there is none and tries again when something changes that may help. */
export function scheduler({ policy: chosen = 'default', profiles = [] }: SchedulerOptions = {}): ControllerModule {
  return {
    name: 'scheduler',
    setup(context): Controller {
      const { informers, client, clock, logger, random } = context;
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
      const sources = nodeUsage(client, () => view.nodes.map(({ name }) => name));
      const usage = new LiveUsage({ clock, logger, sources });
      const all = [...policyProfiles(chosen, { random, usage }), ...profiles];
      const byName = new Map(all.map((profile) => [profile.schedulerName, profile]));
      const loop = new SchedulingLoop({ context, profiles: byName, view, pods, budgets });
      const unsubscribe = [
        informers.informer(core.v1.nodes).onChange((change) => loop.observeNode(change)),
        informers.informer(core.v1.namespaces).onChange((change) => loop.observeNamespace(change)),
        claims.onChange((change) => loop.observeClaim(change)),
        volumes.onChange((change) => loop.observeVolume(change)),
        classes.onChange(() => loop.observeStorageClass()),
        pods.onChange((change) => loop.observePod(change)),
      ];
      return {
        stats: () => loop.stats(),
        inFlight: () => loop.inFlight(),
        async run(signal) {
          await Promise.all([loop.run(signal), usage.run(signal)]);
          for (const stop of unsubscribe) stop();
        },
      };
    },
  };
}

import type { Controller, ControllerModule } from '@kubemin/controller';
import { core, policy, storage } from '@kubemin/kubeapi/resources';
import { ClusterView } from './cluster-view.ts';
import type { SchedulerProfile } from './plugin.ts';
import { policyProfiles } from './policies/policies.ts';
import type { PolicyName } from './policies/policy-name.ts';
import { ProfileTable } from './profile-table.ts';
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
      const sources = nodeUsage({ client, clock, nodes: () => view.nodes.map(({ name }) => name) });
      const usage = new LiveUsage({ clock, logger, sources });
      const table = new ProfileTable([...policyProfiles(chosen, { random, usage, clock }), ...profiles]);
      const loop = new SchedulingLoop({ context, profiles: table, view, pods, budgets });
      const { news } = loop;
      const unsubscribe = [
        informers.informer(core.v1.nodes).onChange((change) => news.node(change)),
        informers.informer(core.v1.namespaces).onChange((change) => news.namespace(change)),
        claims.onChange((change) => news.claim(change)),
        volumes.onChange((change) => news.volume(change)),
        classes.onChange(() => news.storageClass()),
        pods.onChange((change) => news.pod(change)),
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

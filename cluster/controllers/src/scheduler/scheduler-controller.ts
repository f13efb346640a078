import type { Controller, ControllerContext, ControllerModule } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { formatApiVersion } from '@kubemin/kubeapi';
import { core, policy, resource, storage } from '@kubemin/kubeapi/resources';
import type { ResourceClaim } from '@kubemin/kubeapi/types/resource.v1';
import { servedResources } from '../pod-owner/index.ts';
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

/** Assigns each pod a node, or reports why there is none and tries again when a change may help. */
export function scheduler({ policy: chosen = 'default', profiles = [] }: SchedulerOptions = {}): ControllerModule {
  return {
    name: 'scheduler',
    async setup(context): Promise<Controller> {
      const { informers, client, clock, logger, random } = context;
      // Before anything else: between asking for a cache and listening to it nothing may be awaited.
      const devices = await createClaimLookup(context);
      const pods = informers.informer(core.v1.pods);
      const claims = informers.informer(core.v1.persistentvolumeclaims);
      const volumes = informers.informer(core.v1.persistentvolumes);
      const classes = informers.informer(storage.v1.storageclasses);
      const budgets = informers.informer(policy.v1.poddisruptionbudgets);
      const stored = {
        claim: (key: string) => claims.get(key),
        volume: (name: string) => volumes.get(name),
        volumes: () => volumes.list(),
        classes: () => classes.list(),
      };
      const view = new ClusterView({ clock, storage: stored, resourceClaim: (key) => devices?.get(key) });
      const sources = nodeUsage({ client, clock, nodes: () => view.nodes.map(({ name }) => name) });
      const usage = new LiveUsage({ clock, logger, sources });
      const table = new ProfileTable([...policyProfiles(chosen, { random, usage }), ...profiles]);
      const loop = new SchedulingLoop({ context, profiles: table, view, pods, budgets });
      const { news } = loop;
      const unsubscribe = [
        informers.informer(core.v1.nodes).onChange((change) => news.node(change)),
        informers.informer(core.v1.namespaces).onChange((change) => news.namespace(change)),
        claims.onChange((change) => news.claim(change)),
        volumes.onChange((change) => news.volume(change)),
        classes.onChange(() => news.storageClass()),
        devices?.onChange((change) => news.resourceClaim(change)) ?? (() => undefined),
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

/** Clusters before 1.34 do not serve claims for devices in this version: there, no pod gets any. */
async function createClaimLookup({
  client,
  informers,
}: ControllerContext): Promise<Informer<ResourceClaim> | undefined> {
  const type = resource.v1.resourceclaims;
  const isType = (one: { readonly plural: string }): boolean => one.plural === type.plural;
  const served = (await servedResources(client)).find(
    (one) => isType(one) && formatApiVersion(one) === formatApiVersion(type),
  );
  return served === undefined ? undefined : informers.informer(type);
}

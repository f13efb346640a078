import type { ClusterEvent } from './cluster-event.ts';
import type { ClusterView } from './cluster-view.ts';
import type { Demand } from './demand.ts';
import type { SchedulerPlugin, SchedulerProfile } from './plugin.ts';

/** A pod that found no node, and the plugins that stood in its way; none of them when there was no node at all. */
export interface Blocked {
  readonly demand: Demand;
  readonly profile: SchedulerProfile;
  readonly blockers: ReadonlySet<string>;
}

/**
 * Whether an event may help the pod. A node that becomes fit for it was rejected by one of the blockers before, and no
 * longer is: so it is enough to ask the blockers.
 */
export function mayHelp(event: ClusterEvent, { demand, profile, blockers }: Blocked, view: ClusterView): boolean {
  if (blockers.size === 0) return event.kind === 'node';
  return profile.plugins.some(
    ({ plugin }) =>
      blockers.has(plugin.name) && (plugin.wakesOn?.(event, demand, view) ?? acceptsNode(plugin, event, demand, view)),
  );
}

function acceptsNode(plugin: SchedulerPlugin, event: ClusterEvent, demand: Demand, view: ClusterView): boolean {
  if (!('node' in event)) return false;
  const node = view.node(event.node);
  if (node === undefined) return false;
  const judgement = plugin.judge(demand, view);
  return judgement === undefined || (judgement.kind === 'judged' && judgement.filter?.(node) === undefined);
}

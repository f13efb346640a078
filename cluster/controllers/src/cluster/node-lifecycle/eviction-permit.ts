import type { Node } from '@kubemin/kubeapi/types/core.v1';
import { isNodeReady } from './node-conditions.ts';
import type { NodeLifecycleTimes } from './node-lifecycle-times.ts';
import { evictionTaint, isEvicting } from './taint-plan.ts';

/** Leaves to evict that a zone has saved up; never more than one, so that none comes in a storm. */
export interface EvictionBucket {
  readonly tokens: number;
  readonly at: number;
}

/** Leaves by zone. */
export type EvictionBuckets = ReadonlyMap<string, EvictionBucket>;

/** The nodes, and what was saved up until now (monotonic). */
export interface EvictionPermitState {
  readonly nodes: readonly Node[];
  readonly buckets: EvictionBuckets;
  readonly now: number;
  readonly times: NodeLifecycleTimes;
}

/** Which nodes may begin to lose their pods. */
export interface EvictionPermitPlan {
  readonly granted: readonly string[];
  readonly buckets: EvictionBuckets;
  /** No node of any zone is ready: more likely it is we who see nothing, and no pod is driven off. */
  readonly allDown: boolean;
}

const BURST = 1;

/**
 * Gives leave to evict, zone by zone: the more of a zone is down, the less likely it is that its pods would be better
 * off elsewhere, and the slower it goes.
 */
export function planEvictionPermits({ nodes, buckets, now, times }: EvictionPermitState): EvictionPermitPlan {
  const zones = Map.groupBy(nodes, nodeZone);
  const allDown = nodes.length > 0 && !nodes.some(isNodeReady);
  const granted: string[] = [];
  const next = new Map<string, EvictionBucket>();
  for (const [zone, members] of zones) {
    const { tokens, at } = buckets.get(zone) ?? { tokens: BURST, at: now };
    const rate = allDown ? 0 : evictionRate(members, times);
    let left = Math.min(BURST, tokens + ((now - at) * rate) / 1000);
    for (const node of members) {
      if (rate === 0 || left < 1) break;
      if (evictionTaint(node) === undefined || isEvicting(node)) continue;
      granted.push(node.metadata.name ?? '');
      left -= 1;
    }
    next.set(zone, { tokens: left, at: now });
  }
  return { granted, buckets: next, allDown };
}

/** How many nodes of a zone may begin to lose their pods each second. */
export function evictionRate(zone: readonly Node[], times: NodeLifecycleTimes): number {
  const down = zone.filter((node) => !isNodeReady(node)).length;
  // All of a zone down is what a lost zone looks like, and its pods belong elsewhere.
  const isPartlyDown = down < zone.length && down > 2 && down / zone.length >= times.unhealthyZoneThreshold;
  if (!isPartlyDown) return times.evictionsPerSecond;
  return zone.length > times.largeCluster ? times.secondaryPerSecond : 0;
}

function nodeZone({ metadata }: Node): string {
  const { 'topology.kubernetes.io/region': region = '', 'topology.kubernetes.io/zone': zone = '' } =
    metadata.labels ?? {};
  return `${region}/${zone}`;
}

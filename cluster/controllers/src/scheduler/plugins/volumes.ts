import { canProvision, isReachable, SELECTED_NODE, smallestFitting } from '../../storage/index.ts';
import { type ClaimNeeds, claimNeeds, UNBOUND } from '../claim-needs.ts';
import type { ClusterEvent } from '../cluster-event.ts';
import type { ClusterView } from '../cluster-view.ts';
import type { Demand } from '../demand.ts';
import type { NodeInfo } from '../node-info.ts';
import type { Rejection, SchedulerPlugin } from '../plugin.ts';

const ELSEWHERE: Rejection = { reasons: ['node(s) had volume node affinity conflict'], resolvable: false };
const NONE_FREE: Rejection = {
  reasons: ["node(s) didn't find available persistent volumes to bind"],
  resolvable: false,
};
const IN_USE: Rejection = {
  reasons: ['node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode'],
  resolvable: true,
};

/** Keeps pods where their volumes are or can be made, and waits for claims that have to be bound first. */
export const volumes: SchedulerPlugin = {
  name: 'volumes',
  judge(demand, view) {
    if (demand.claims.length === 0) return undefined;
    const needs = claimNeeds(demand, view.storage);
    if (needs.kind === 'refused') return needs;
    const taken = demand.claims.some((key) => isExclusive(key, view) && view.claimUsers(key) > 0);
    return {
      kind: 'judged',
      // Siblings mount the same claims, so the first of them decides for the rest.
      scope: 'cluster',
      filter: (node) => (taken ? IN_USE : volumeRejection(needs, node, view)),
    };
  },
  wakesOn(event, demand, view) {
    if (event.kind === 'pod-left') return event.demand.claims.some((claim) => demand.claims.includes(claim));
    if (event.kind === 'storage') return concerns(event, demand) && (event.isNew === true || !isUnderWay(demand, view));
    return event.kind === 'node';
  },
};

function concerns({ claim }: ClusterEvent & { kind: 'storage' }, { claims }: Demand): boolean {
  return claim === undefined || claims.includes(claim);
}

/** Trying on each of the writes that give a claim its volume would only make the pod back off when it has one. */
function isUnderWay(demand: Demand, { storage }: ClusterView): boolean {
  const needs = claimNeeds(demand, storage);
  return needs.kind === 'refused' && needs.reason === UNBOUND;
}

function isExclusive(key: string, { storage }: ClusterView): boolean {
  return storage.claim(key)?.spec?.accessModes?.includes('ReadWriteOncePod') ?? false;
}

function volumeRejection(
  needs: ClaimNeeds & { kind: 'placed' },
  { node, name }: NodeInfo,
  { storage }: ClusterView,
): Rejection | undefined {
  if (!needs.volumes.every((volume) => isReachable(volume, node))) return ELSEWHERE;
  for (const { claim, storageClass } of needs.waiting) {
    // The volume is being provisioned there: another node would get nothing.
    const selected = claim.metadata.annotations?.[SELECTED_NODE];
    if (selected !== undefined && selected !== name) return NONE_FREE;
    if (selected === name || canProvision(storageClass, node)) continue;
    const className = storageClass.metadata.name ?? '';
    if (smallestFitting({ claim, className, volumes: storage.volumes(), node }) === undefined) return NONE_FREE;
  }
  return undefined;
}

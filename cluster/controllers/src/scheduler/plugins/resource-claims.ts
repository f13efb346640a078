import { matchesAnyTerm } from '@kubemin/kubeapi';
import type { NodeSelector, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { ClusterView } from '../cluster-view.ts';
import type { Demand } from '../demand.ts';
import type { Rejection, SchedulerPlugin } from '../plugin.ts';

const UNALLOCATED: Rejection = { reasons: ['cannot allocate all claims'], resolvable: false };
const ELSEWHERE: Rejection = { reasons: ['resourceclaim not available on the node'], resolvable: false };

/**
 * Holds pods back until the devices that they claim are allocated. This scheduler allocates no devices: an allocated
 * claim decides where its pods can go, all others keep them waiting.
 */
export const resourceClaims: SchedulerPlugin = {
  name: 'resource-claims',
  judge(demand, view) {
    if ((demand.pod.spec?.resourceClaims ?? []).length === 0) return undefined;
    const needs = claimedNeeds(demand, view);
    if (typeof needs === 'string') return { kind: 'refused', reason: needs };
    const { isAllocated, places } = needs;
    return {
      kind: 'judged',
      // Claims change without any node changing.
      scope: 'cluster',
      filter({ node }) {
        if (!isAllocated) return UNALLOCATED;
        return places.every((place) => matchesAnyTerm(place, node)) ? undefined : ELSEWHERE;
      },
    };
  },
  wakesOn(event, { pod, namespace }) {
    if (event.kind === 'node') return true;
    if (event.kind !== 'resource-claim') return false;
    return [...claimNames(pod)].some(({ name }) => `${namespace}/${name}` === event.claim);
  },
};

interface Needs {
  readonly isAllocated: boolean;
  /** Where the devices can be reached; those that are not mentioned can be from everywhere. */
  readonly places: readonly NodeSelector[];
}

/** The needs of the pod's claims for its placement; a text when they are unknown yet. */
function claimedNeeds({ pod, namespace }: Demand, view: ClusterView): Needs | string {
  const places: NodeSelector[] = [];
  let isAllocated = true;
  for (const { name, template } of claimNames(pod)) {
    if (name === undefined) return `waiting for the resourceclaim of template "${template}" to be created`;
    const claim = view.resourceClaim(`${namespace}/${name}`);
    if (claim === undefined) return `waiting for resourceclaim "${name}": resourceclaim "${name}" not found`;
    if (claim.metadata.deletionTimestamp !== undefined) return `resourceclaim "${name}" is being deleted`;
    const allocation = claim.status?.allocation;
    if (allocation === undefined) isAllocated = false;
    else if (allocation.nodeSelector !== undefined) places.push(allocation.nodeSelector);
  }
  return { isAllocated, places };
}

/** The pod's claims by name; those of a template have one as soon as it is in the pod's status. */
function* claimNames({ spec, status }: Pod): Generator<{ readonly name?: string; readonly template?: string }> {
  for (const { name, resourceClaimName, resourceClaimTemplateName: template } of spec?.resourceClaims ?? []) {
    if (template === undefined) {
      yield { name: resourceClaimName ?? '' };
      continue;
    }
    const made = status?.resourceClaimStatuses?.find((one) => one.name === name);
    // One that is mentioned without a name is not needed.
    if (made === undefined) yield { template };
    else if (made.resourceClaimName !== undefined) yield { name: made.resourceClaimName };
  }
}

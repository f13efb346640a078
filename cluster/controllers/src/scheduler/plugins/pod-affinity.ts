import type { ClusterEvent } from '../cluster-event.ts';
import type { ClusterView } from '../cluster-view.ts';
import type { Demand } from '../demand.ts';
import type { NodeInfo } from '../node-info.ts';
import type { Judgement, Rejection, SchedulerPlugin } from '../plugin.ts';
import { intersectSelectors } from '../pod-selector.ts';
import { occupiedDomains } from '../topology.ts';
import { neighbourScores } from './neighbour-scores.ts';

const NOT_NEAR: Rejection = { reasons: ["node(s) didn't match pod affinity rules"], resolvable: false };
const NOT_APART: Rejection = { reasons: ["node(s) didn't match pod anti-affinity rules"], resolvable: true };
const UNWELCOME: Rejection = {
  reasons: ["node(s) didn't satisfy existing pods anti-affinity rules"],
  resolvable: true,
};

type Check = (node: NodeInfo) => boolean;

/** Keeps pods near to the pods they require and away from those they, or those themselves, cannot stand. */
export const podAffinity: SchedulerPlugin = {
  name: 'pod-affinity',
  judge(demand, view): Judgement | undefined {
    const checks: readonly (readonly [Check | undefined, Rejection])[] = [
      [nearCheck(demand, view), NOT_NEAR],
      [apartCheck(demand, view), NOT_APART],
      [welcomeCheck(demand, view), UNWELCOME],
    ];
    const active = checks.flatMap(([check, rejection]) => (check === undefined ? [] : [{ check, rejection }]));
    const score = neighbourScores(demand, view);
    if (active.length === 0 && score === undefined) return undefined;
    const { near, apart, wishes } = demand.terms;
    return {
      kind: 'judged',
      // Without terms of its own, a pod changes nothing for the next of its kind.
      scope: near.length + apart.length + wishes.length === 0 ? 'node' : 'cluster',
      filter: (node) => active.find(({ check }) => !check(node))?.rejection,
      ...(score && { score }),
    };
  },
  wakesOn: (event, demand, view) => helps(event, demand, view),
};

function helps(event: ClusterEvent, demand: Demand, view: ClusterView): boolean {
  if (event.kind === 'storage' || event.kind === 'resource-claim') return false;
  if (event.kind !== 'pod-placed' && event.kind !== 'pod-left') return true;
  if (event.kind === 'pod-left' && event.demand.terms.apart.length > 0) return true;
  const terms = event.kind === 'pod-placed' ? demand.terms.near : demand.terms.apart;
  return terms.some(({ pods }) => pods.matches(event.demand, view.namespaceLabels));
}

/** The first pod of a group with affinity to itself is accepted anywhere. */
function nearCheck(demand: Demand, view: ClusterView): Check | undefined {
  const { near } = demand.terms;
  if (near.length === 0) return undefined;
  const company = intersectSelectors(near.map(({ pods }) => pods));
  const counts = view.tallies.byNode(company);
  const domains = near.map(({ topologyKey }) => ({ topologyKey, occupied: occupied(view, topologyKey, counts) }));
  const first =
    domains.every(({ occupied: values }) => values.size === 0) && company.matches(demand, view.namespaceLabels);
  return ({ labels }) =>
    domains.every(({ topologyKey, occupied: values }) => {
      const domain = labels[topologyKey];
      return domain !== undefined && (first || values.has(domain));
    });
}

function apartCheck(demand: Demand, view: ClusterView): Check | undefined {
  const { apart } = demand.terms;
  if (apart.length === 0) return undefined;
  const domains = apart.map(({ topologyKey, pods }) => ({
    topologyKey,
    taken: occupied(view, topologyKey, view.tallies.byNode(pods)),
  }));
  return notOccupiedCheck(domains);
}

function welcomeCheck(demand: Demand, view: ClusterView): Check | undefined {
  const domains: { topologyKey: string; taken: ReadonlyMap<string, number> }[] = [];
  for (const { term, byNode } of view.terms.apart) {
    if (!term.pods.matches(demand, view.namespaceLabels)) continue;
    domains.push({ topologyKey: term.topologyKey, taken: occupied(view, term.topologyKey, byNode) });
  }
  return domains.length === 0 ? undefined : notOccupiedCheck(domains);
}

function notOccupiedCheck(domains: readonly { topologyKey: string; taken: ReadonlyMap<string, number> }[]): Check {
  return ({ labels }) =>
    domains.every(({ topologyKey, taken }) => {
      const domain = labels[topologyKey];
      return domain === undefined || !taken.has(domain);
    });
}

function occupied(view: ClusterView, key: string, counts: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return occupiedDomains((name) => view.node(name), key, counts);
}

import { podSelectsNode, tolerates } from '@kubemin/kubeapi';
import type { TopologySpreadConstraint } from '@kubemin/kubeapi/types/core.v1';
import type { ClusterView } from '../cluster-view.ts';
import type { Demand } from '../demand.ts';
import type { NodeInfo } from '../node-info.ts';
import type { Rejection, SchedulerPlugin } from '../plugin.ts';
import { labelKeyRequirements, type PodSelector, podSelector } from '../pod-selector.ts';
import { byDomain } from '../topology.ts';

/** Prefers nodes that hold few pods of the same controller, so that the loss of one node is the loss of few replicas. */
export const siblingSpread: SchedulerPlugin = {
  name: 'sibling-spread',
  judge({ owner }) {
    if (owner === undefined) return undefined;
    return { kind: 'judged', scope: 'node', score: (node) => 100 / (1 + node.siblings(owner)) };
  },
};

const TEXT = "node(s) didn't match pod topology spread constraints";
const UNEVEN: Rejection = { reasons: [TEXT], resolvable: true };
const NO_LABEL: Rejection = { reasons: [`${TEXT} (missing required label)`], resolvable: false };

interface Spread {
  readonly constraint: TopologySpreadConstraint;
  readonly pods: PodSelector;
  /** Whether the pod itself adds to the count. */
  readonly own: 0 | 1;
  /** Pods by domain, for the domains that the pod could go to. */
  readonly domains: ReadonlyMap<string, number>;
}

/** Spreads pods over the domains of their constraints, within the skew that those allow. */
export const topologySpread: SchedulerPlugin = {
  name: 'topology-spread',
  judge(demand, view) {
    const constraints = demand.pod.spec?.topologySpreadConstraints ?? [];
    if (constraints.length === 0) return undefined;
    const strict = spreads(demand, view, constraints.filter(isStrict));
    const wished = spreads(
      demand,
      view,
      constraints.filter((one) => !isStrict(one)),
    );
    const limits = strict.map((spread) => ({ spread, least: leastFilled(spread) }));
    return {
      kind: 'judged',
      scope: 'cluster',
      ...(limits.length > 0 && {
        filter(node: NodeInfo) {
          for (const { spread, least } of limits) {
            const { constraint, domains, own } = spread;
            const domain = node.labels[constraint.topologyKey];
            if (domain === undefined) return NO_LABEL;
            if ((domains.get(domain) ?? 0) + own - least > constraint.maxSkew) return UNEVEN;
          }
          return undefined;
        },
      }),
      ...(wished.length > 0 && { score: evenness(wished, view) }),
    };
  },
  wakesOn(event, demand, view) {
    if (event.kind === 'node' || event.kind === 'node-gone') return true;
    if (event.kind !== 'pod-placed' && event.kind !== 'pod-left') return false;
    return (demand.pod.spec?.topologySpreadConstraints ?? []).some((constraint) =>
      // A terminating pod does not count any more: its event came when the deletion began.
      constraintSelector(constraint, demand).matches({ ...event.demand, terminating: false }, view.namespaceLabels),
    );
  },
};

function isStrict({ whenUnsatisfiable }: TopologySpreadConstraint): boolean {
  return whenUnsatisfiable === 'DoNotSchedule';
}

function spreads(demand: Demand, view: ClusterView, all: readonly TopologySpreadConstraint[]): readonly Spread[] {
  // Only a node that every constraint can place is a place to be counted.
  const labelled = view.nodes.filter(({ labels }) => all.every(({ topologyKey }) => labels[topologyKey] !== undefined));
  return all.map((constraint) => {
    const pods = constraintSelector(constraint, demand);
    const eligible = labelled.filter((node) => isEligible(constraint, demand, node));
    const domains = byDomain(eligible, constraint.topologyKey, view.tallies.byNode(pods));
    return { constraint, pods, own: pods.matches(demand, view.namespaceLabels) ? 1 : 0, domains };
  });
}

function constraintSelector(constraint: TopologySpreadConstraint, { labels, namespace }: Demand): PodSelector {
  return podSelector({
    selector: constraint.labelSelector,
    requirements: labelKeyRequirements(labels, constraint.matchLabelKeys),
    namespaces: [namespace],
    terminating: 'ignored',
  });
}

function isEligible(constraint: TopologySpreadConstraint, { pod }: Demand, { node }: NodeInfo): boolean {
  if (constraint.nodeAffinityPolicy !== 'Ignore' && !podSelectsNode(pod, node)) return false;
  if (constraint.nodeTaintsPolicy !== 'Honor') return true;
  return (node.spec?.taints ?? []).every(
    (taint) =>
      taint.effect === 'PreferNoSchedule' || pod.spec?.tolerations?.some((toleration) => tolerates(toleration, taint)),
  );
}

/** With fewer domains than asked for, those that are missing count as empty. */
function leastFilled({ constraint, domains }: Spread): number {
  if (domains.size < (constraint.minDomains ?? 1)) return 0;
  let least = Number.POSITIVE_INFINITY;
  for (const count of domains.values()) least = Math.min(least, count);
  return Number.isFinite(least) ? least : 0;
}

/** Many domains make small differences in each matter more, so the number of domains weighs the counts. */
function evenness(spreads: readonly Spread[], { nodes }: ClusterView): (node: NodeInfo) => number {
  const crowd = ({ labels }: NodeInfo): number | undefined => {
    let sum = 0;
    for (const { constraint, domains } of spreads) {
      const domain = labels[constraint.topologyKey];
      if (domain === undefined) return undefined;
      sum += (domains.get(domain) ?? 0) * Math.log(domains.size + 2) + constraint.maxSkew - 1;
    }
    return sum;
  };
  const crowds = nodes.flatMap((node) => crowd(node) ?? []);
  const least = crowds.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = crowds.reduce((a, b) => Math.max(a, b), 0);
  return (node) => {
    const value = crowd(node);
    if (value === undefined) return 0;
    return most === 0 ? 100 : (100 * (most + least - value)) / most;
  };
}

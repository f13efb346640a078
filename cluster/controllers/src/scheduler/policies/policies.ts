import type { Random } from '@kubemin/base';
import { defaultProfile, FILTERS } from '../default-profile.ts';
import type { Demand } from '../demand.ts';
import type { NodeInfo } from '../node-info.ts';
import type { Judgement, NodePicker, SchedulerPlugin, SchedulerProfile } from '../plugin.ts';
import type { MeasuredResource, UsageReader } from '../usage/usage-reader.ts';
import { POLICY_ALIASES, POLICY_NAMES, type PolicyName } from './policy-name.ts';

const JUDGEMENT: Judgement = { kind: 'judged', scope: 'node', score: ({ pods }) => 100 / (1 + pods.size) };

/** Prefers the node with the fewest pods. */
const fewestPods: SchedulerPlugin = { name: 'fewest-pods', judge: () => JUDGEMENT };

/** What a pod that requests less is taken to use until the node's use is measured again. */
const ASSUMED: Readonly<Record<MeasuredResource, number>> = { cpu: 100, memory: 200 * 1024 ** 2, disk: 0 };
const REQUESTED_AS: Readonly<Record<MeasuredResource, string>> = {
  cpu: 'cpu',
  memory: 'memory',
  disk: 'ephemeral-storage',
};

/**
 * Prefers the node with the most left of a resource, as it was last measured. Pods that came since then count by what
 * they request: without that, all pods between two measurements would go to one node. A node without a reading counts
 * by requests alone.
 */
function mostFree(resource: MeasuredResource, usage: UsageReader): SchedulerPlugin {
  const free = (node: NodeInfo): number => {
    const reading = usage.read(node.name, resource);
    if (reading === undefined) {
      return (node.allocatable[REQUESTED_AS[resource]] ?? 0) - promised(node.pods.values(), resource);
    }
    const left = reading.kind === 'free' ? reading.amount : (node.allocatable[resource] ?? 0) - reading.amount;
    return left - promised(node.arrivedFrom(reading.atMs), resource);
  };
  return {
    name: `most-free-${resource}`,
    judge: () => ({ kind: 'judged', scope: 'node', score: free }),
  };
}

function promised(pods: Iterable<Demand>, resource: MeasuredResource): number {
  let sum = 0;
  for (const { requests } of pods) sum += Math.max(requests[REQUESTED_AS[resource]] ?? 0, ASSUMED[resource]);
  return sum;
}

/** The inputs of policies besides nodes and pods of the API. */
export interface PolicyTools {
  readonly random: Random;
  readonly usage: UsageReader;
}

type Policy = Omit<SchedulerProfile, 'schedulerName'>;

const filters = FILTERS.map((plugin) => ({ plugin }));

function scoredBy(plugin: SchedulerPlugin): Policy {
  return { plugins: [...filters, { plugin, weight: 1 }] };
}

/** Whatever the policy, no pod goes where it must not. */
const POLICIES: Readonly<Record<PolicyName, (tools: PolicyTools) => Policy>> = {
  default: () => ({ plugins: defaultProfile.plugins }),
  'round-robin': () => ({ plugins: filters, pick: roundRobin() }),
  random: ({ random }) => ({ plugins: filters, pick: randomPick(random) }),
  'least-pod': () => scoredBy(fewestPods),
  'least-mem': ({ usage }) => scoredBy(mostFree('memory', usage)),
  'least-cpu': ({ usage }) => scoredBy(mostFree('cpu', usage)),
  'least-disk': ({ usage }) => scoredBy(mostFree('disk', usage)),
};

/** A profile for each policy under its names, and for `default-scheduler` the chosen one. */
export function policyProfiles(chosen: PolicyName, tools: PolicyTools): readonly SchedulerProfile[] {
  const made = new Map<string, Policy>(POLICY_NAMES.map((name) => [name, POLICIES[name](tools)]));
  const named = (schedulerName: string, policy: PolicyName): readonly SchedulerProfile[] => {
    const parts = made.get(policy);
    return parts === undefined ? [] : [{ schedulerName, ...parts }];
  };
  return [
    ...named(defaultProfile.schedulerName, chosen),
    ...POLICY_NAMES.flatMap((name) => named(name, name)),
    ...Object.entries(POLICY_ALIASES).flatMap(([alias, name]) => named(alias, name)),
  ];
}

/** Any node, each as likely as the others. */
function randomPick(random: Random): NodePicker {
  return (feasible) => feasible[Math.floor(random.next() * feasible.length)] ?? feasible[0];
}

/** Each node in turn, by name. */
function roundRobin(): NodePicker {
  let last = '';
  return (feasible) => {
    const [first] = feasible;
    let lowest = first;
    let next: typeof first | undefined;
    for (const node of feasible) {
      if (node.name < lowest.name) lowest = node;
      if (node.name > last && (next === undefined || node.name < next.name)) next = node;
    }
    const chosen = next ?? lowest;
    last = chosen.name;
    return chosen;
  };
}

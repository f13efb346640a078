import type { Random } from '@kubemin/base';
import { defaultProfile, FILTERS } from '../default-profile.ts';
import type { SchedulerPlugin, SchedulerProfile } from '../plugin.ts';
import type { UsageReader } from '../usage/usage-reader.ts';
import { fewestPods } from './fewest-pods.ts';
import { mostFree } from './most-free.ts';
import { POLICY_ALIASES, POLICY_NAMES, type PolicyName } from './policy-name.ts';
import { randomPick } from './random-pick.ts';
import { roundRobin } from './round-robin.ts';

/** What policies choose by, besides what the API says about nodes and pods. */
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

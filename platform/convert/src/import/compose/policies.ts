import { composeMessages } from '../../messages/index.ts';
import { filled } from '../filled.ts';
import type { TraitsInput } from '../imported.ts';
import type { Part } from '../source/part.ts';
import { durationSeconds } from './duration.ts';

type Policies = Pick<TraitsInput, 'securityContext' | 'termination' | 'imagePull' | 'scheduling'>;

/** The settings of a service for its user, its rights, its end, its image and its nodes. */
export function readPolicies(service: Part): Policies {
  return filled({
    securityContext: readSecurity(service),
    termination: readTermination(service.at('stop_grace_period')),
    imagePull: readImagePull(service.at('pull_policy')),
    scheduling: readPlacement(service.at('deploy', 'placement', 'constraints')),
  });
}

function readSecurity(service: Part): Policies['securityContext'] {
  const user = service.at('user');
  const [, runAsUser, runAsGroup] = /^(\d+)(?::(\d+))?$/.exec(user.peek() ?? '') ?? [];
  if (runAsUser !== undefined) user.accept();
  else user.omit(composeMessages.userName);
  const capabilities = filled({ add: service.at('cap_add').texts(), drop: service.at('cap_drop').texts() });
  const security = filled({
    runAsUser: runAsUser === undefined ? undefined : Number(runAsUser),
    runAsGroup: runAsGroup === undefined ? undefined : Number(runAsGroup),
    supplementalGroups: service.at('group_add').items.flatMap((part) => part.number() ?? []),
    readOnlyRootFilesystem: service.at('read_only').flag(),
    privileged: service.at('privileged').flag(),
    capabilities,
  });
  return Object.keys(security).length === 0 ? undefined : security;
}

function readTermination(period: Part): Policies['termination'] {
  const seconds = durationSeconds(period.peek() ?? '');
  if (seconds === undefined) return undefined;
  period.accept();
  return { gracePeriodSeconds: Math.ceil(seconds) };
}

const PULL_POLICIES: Readonly<Record<string, 'Always' | 'IfNotPresent' | 'Never'>> = {
  always: 'Always',
  never: 'Never',
  missing: 'IfNotPresent',
  if_not_present: 'IfNotPresent',
};

function readImagePull(policy: Part): Policies['imagePull'] {
  const known = PULL_POLICIES[policy.peek() ?? ''];
  if (known === undefined) return undefined;
  policy.accept();
  return { policy: known };
}

/** Constraints on labels of nodes; what Swarm knows about nodes besides stays behind. */
function readPlacement(constraints: Part): Policies['scheduling'] {
  const nodeAffinity = constraints.items.flatMap((part) => {
    const [, key, operator, value] = /^node\.labels\.([^\s=!]+)\s*(==|!=)\s*(.+?)\s*$/.exec(part.peek() ?? '') ?? [];
    if (key === undefined || value === undefined) return [];
    part.accept();
    return [{ key, operator: operator === '==' ? ('In' as const) : ('NotIn' as const), values: [value] }];
  });
  return nodeAffinity.length === 0 ? undefined : { nodeAffinity };
}

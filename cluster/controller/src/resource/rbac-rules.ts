import type { PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';
import type { CustomResource } from './custom-resource.ts';

/** What a manager does whatever its controllers do: tell of events. */
export const MANAGER_RULES: readonly PolicyRule[] = [
  { apiGroups: [''], resources: ['events'], verbs: ['get', 'create', 'patch', 'update'] },
];

/**
 * What managers of which one leads do besides: hold a Lease. For a Role in the namespace of that Lease: who may write
 * Leases everywhere can keep every controller of the cluster from leading.
 */
export const LEADER_RULES: readonly PolicyRule[] = [
  { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get', 'create', 'update'] },
];

/** What the extension API does: ask whose token it is, and act as them. It is trusted with everybody's rights that way. */
export const APIEXT_RULES: readonly PolicyRule[] = [
  { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
  { apiGroups: [''], resources: ['users', 'groups', 'serviceaccounts'], verbs: ['impersonate'] },
  // Uids, and what else is known of a user, which is a resource of its own for every key: tokens of pods have some.
  { apiGroups: ['authentication.k8s.io'], resources: ['*'], verbs: ['impersonate'] },
];

/** What a controller of these resources must be allowed to do, then whatever else it says it needs. */
export function rulesOf(resources: Iterable<CustomResource>, extra: readonly PolicyRule[] = []): readonly PolicyRule[] {
  const byGroup = Map.groupBy(resources, ({ group }) => group);
  const own = [...byGroup].flatMap(([group, members]) => groupRules(group, members));
  return [...own, ...extra];
}

function groupRules(group: string, members: readonly CustomResource[]): readonly PolicyRule[] {
  const plurals = members.map(({ plural }) => plural);
  const withStatus = members.filter(({ declaration }) => declaration.status !== undefined);
  const rule = (resources: readonly string[], ...verbs: readonly string[]): readonly PolicyRule[] =>
    resources.length === 0 ? [] : [{ apiGroups: [group], resources, verbs }];
  return [
    ...rule(plurals, 'get', 'list', 'watch', 'update', 'patch'),
    ...rule(
      withStatus.map(({ plural }) => `${plural}/status`),
      'get',
      'update',
      'patch',
    ),
    // Needed to name such an object as the owner of others where that is guarded.
    ...rule(
      plurals.map((plural) => `${plural}/finalizers`),
      'update',
    ),
  ];
}

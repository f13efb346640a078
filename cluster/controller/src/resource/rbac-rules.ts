import type { PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';
import type { CustomResource } from './custom-resource.ts';

/** What every manager needs: writing Events. */
export const MANAGER_RULES: readonly PolicyRule[] = [
  { apiGroups: [''], resources: ['events'], verbs: ['get', 'create', 'patch', 'update'] },
];

/**
 * What managers with leader election need in addition: a Lease. For a Role in the namespace of that Lease: a subject
 * that may write Leases everywhere can prevent every controller of the cluster from leading.
 */
export const LEADER_RULES: readonly PolicyRule[] = [
  { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get', 'create', 'update'] },
];

/** What the extension API needs: token reviews and impersonation. It can act as any user. */
export const APIEXT_RULES: readonly PolicyRule[] = [
  { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
  { apiGroups: [''], resources: ['users', 'groups', 'serviceaccounts'], verbs: ['impersonate'] },
  // Uids and extra fields of a user; each extra key is a separate resource. Tokens of pods have some.
  { apiGroups: ['authentication.k8s.io'], resources: ['*'], verbs: ['impersonate'] },
];

/** The RBAC rules of a controller of these resources, followed by `extra`. */
export function controllerRules(
  resources: Iterable<CustomResource>,
  extra: readonly PolicyRule[] = [],
): readonly PolicyRule[] {
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
    // Needed to set such an object as an owner where OwnerReferencesPermissionEnforcement is enabled.
    ...rule(
      plurals.map((plural) => `${plural}/finalizers`),
      'update',
    ),
  ];
}

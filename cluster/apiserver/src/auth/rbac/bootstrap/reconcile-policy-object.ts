import { deepEqual, type KubeObject } from '@kubemin/kubeapi';
import type {
  AggregationRule,
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  Role,
  RoleBinding,
  Subject,
} from '@kubemin/kubeapi/types/rbac.v1';
import { compactRules, missingRights } from '../rule-cover.ts';

// What a start does to roles and bindings that an earlier version made: they get what they lack of what they have by now.
// Additional rules and subjects stay, so a start never removes rights, except those of retired bindings.

/** With the value `false` on a role or a binding, it is left unchanged. */
export const AUTO_UPDATE = 'rbac.authorization.kubernetes.io/autoupdate';

/** A role or a binding. */
export type PolicyObject = ClusterRole | Role | ClusterRoleBinding | RoleBinding;

/**
 * The stored object with what it lacks of the wanted one, and without subjects that are bound to it no more; the same
 * when there is nothing to change, or it must not be touched.
 */
export function reconcilePolicyObject(
  stored: KubeObject,
  wanted: PolicyObject,
  retired: readonly Subject[] = [],
): KubeObject {
  if (stored.metadata.annotations?.[AUTO_UPDATE] === 'false') return stored;
  const completed = { ...completeSpec(stored, wanted, retired), metadata: mergeMetadata(stored, wanted) };
  return deepEqual(completed, stored) ? stored : completed;
}

function completeSpec(stored: KubeObject, wanted: PolicyObject, retired: readonly Subject[]): KubeObject {
  if ('roleRef' in wanted) {
    // The roleRef of a binding is immutable. This one was recreated for another role.
    if (!isBinding(stored) || !deepEqual(stored.roleRef, wanted.roleRef)) return stored;
    return withSubjects(withoutSubjects(stored, retired), wanted.subjects ?? []);
  }
  if (!isRole(stored)) return stored;
  const role = withRules(stored, wanted.rules ?? []);
  const gathered = 'aggregationRule' in wanted ? wanted.aggregationRule : undefined;
  return role.kind === 'Role' || gathered === undefined ? role : withSelectors(role, gathered);
}

function withRules(role: Role | ClusterRole, wanted: readonly PolicyRule[]): Role | ClusterRole {
  const missing = missingRights(role.rules ?? [], wanted);
  return missing.length === 0 ? role : { ...role, rules: [...(role.rules ?? []), ...compactRules(missing)] };
}

function withSelectors(role: ClusterRole, { clusterRoleSelectors: wanted = [] }: AggregationRule): ClusterRole {
  const own = role.aggregationRule?.clusterRoleSelectors ?? [];
  const missing = wanted.filter((selector) => !own.some((known) => deepEqual(known, selector)));
  return missing.length === 0 ? role : { ...role, aggregationRule: { clusterRoleSelectors: [...own, ...missing] } };
}

function withoutSubjects<T extends RoleBinding | ClusterRoleBinding>(binding: T, retired: readonly Subject[]): T {
  const { subjects = [] } = binding;
  const left = subjects.filter((subject) => !retired.some((gone) => isSame(subject, gone)));
  return left.length === subjects.length ? binding : { ...binding, subjects: left };
}

function withSubjects(
  binding: RoleBinding | ClusterRoleBinding,
  wanted: readonly Subject[],
): RoleBinding | ClusterRoleBinding {
  const own = binding.subjects ?? [];
  const missing = wanted.filter((subject) => !own.some((known) => isSame(known, subject)));
  return missing.length === 0 ? binding : { ...binding, subjects: [...own, ...missing] };
}

/** Labels select the roles to aggregate, so those of the new version win; other labels stay. */
function mergeMetadata({ metadata }: KubeObject, wanted: KubeObject): KubeObject['metadata'] {
  return {
    ...metadata,
    labels: { ...wanted.metadata.labels, ...metadata.labels },
    annotations: { ...wanted.metadata.annotations, ...metadata.annotations },
  };
}

function isSame(a: Subject, b: Subject): boolean {
  return a.kind === b.kind && a.name === b.name && (a.namespace ?? '') === (b.namespace ?? '');
}

function isRole(object: KubeObject): object is Role | ClusterRole {
  return object.kind === 'Role' || object.kind === 'ClusterRole';
}

function isBinding(object: KubeObject): object is RoleBinding | ClusterRoleBinding {
  return object.kind === 'RoleBinding' || object.kind === 'ClusterRoleBinding';
}

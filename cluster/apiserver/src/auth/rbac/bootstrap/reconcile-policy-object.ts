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
// What somebody gave them besides stays, so a start never takes rights away, but for those that were a mistake of ours.

/** With the value `false` on a role or a binding, whatever it says is left as it is. */
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
    // What a binding refers to cannot be changed. Somebody made this one anew, for another role.
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

/** Labels say which roles gather a role, so those of a new version count; what somebody else set stays. */
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

import { deepEqual, type FieldError, fieldError, type KubeObject } from '@kubemin/kubeapi';
import type {
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  Role,
  RoleBinding,
  Subject,
} from '@kubemin/kubeapi/types/rbac.v1';
import type { Strategy } from './strategy.ts';

const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** Roles: every rule names resources or paths. */
export const roleStrategy: Strategy<Role> = {
  nameRule: 'pathSegment',
  createOnUpdate: true,
  validate: ({ rules = [] }) => rules.flatMap((rule, index) => ruleProblems(rule, `rules[${index}]`, 'namespaced')),
};

/** Cluster roles: like roles, and paths as well. */
export const clusterRoleStrategy: Strategy<ClusterRole> = {
  nameRule: 'pathSegment',
  createOnUpdate: true,
  validate: ({ rules = [] }) => rules.flatMap((rule, index) => ruleProblems(rule, `rules[${index}]`, 'cluster')),
};

/** Bindings in a namespace: to a role there, or to a cluster role. */
export const roleBindingStrategy: Strategy<RoleBinding> = bindingStrategy<RoleBinding>(['Role', 'ClusterRole']);

/** Bindings everywhere: to a cluster role. */
export const clusterRoleBindingStrategy: Strategy<ClusterRoleBinding> = bindingStrategy<ClusterRoleBinding>([
  'ClusterRole',
]);

function bindingStrategy<T extends RoleBinding | ClusterRoleBinding>(roleKinds: readonly string[]): Strategy<T> {
  return {
    nameRule: 'pathSegment',
    createOnUpdate: true,
    defaults: (binding) => ({
      ...binding,
      // Absent where required: validation reports it.
      ...(binding.roleRef && { roleRef: { ...binding.roleRef, apiGroup: binding.roleRef.apiGroup || RBAC_GROUP } }),
      ...(binding.subjects && { subjects: binding.subjects.map(defaultSubject) }),
    }),
    validate: (binding) => [
      ...roleRefProblems(binding, roleKinds),
      ...(binding.subjects ?? []).flatMap((subject, index) => subjectProblems(subject, `subjects[${index}]`, binding)),
    ],
    validateUpdate: ({ roleRef }, current) =>
      deepEqual(roleRef, current.roleRef) ? [] : [fieldError.invalid('roleRef', roleRef, 'cannot change roleRef')],
  };
}

function defaultSubject(subject: Subject): Subject {
  if (subject.apiGroup !== undefined || subject.kind === 'ServiceAccount') return subject;
  return { ...subject, apiGroup: RBAC_GROUP };
}

function ruleProblems(rule: PolicyRule, path: string, scope: 'namespaced' | 'cluster'): readonly FieldError[] {
  const verbs = rule.verbs?.length
    ? []
    : [fieldError.required(`${path}.verbs`, 'verbs must contain at least one value')];
  if (rule.nonResourceURLs?.length) {
    const mixed = rule.apiGroups?.length || rule.resources?.length || rule.resourceNames?.length;
    const urls = rule.nonResourceURLs;
    if (scope === 'namespaced') {
      const why = 'namespaced rules cannot apply to non-resource URLs';
      return [...verbs, fieldError.invalid(`${path}.nonResourceURLs`, urls, why)];
    }
    const why = 'rules cannot apply to both regular resources and non-resource URLs';
    return mixed ? [...verbs, fieldError.invalid(`${path}.nonResourceURLs`, urls, why)] : verbs;
  }
  return [
    ...verbs,
    ...(rule.apiGroups?.length
      ? []
      : [fieldError.required(`${path}.apiGroups`, 'resource rules must supply at least one api group')]),
    ...(rule.resources?.length
      ? []
      : [fieldError.required(`${path}.resources`, 'resource rules must supply at least one resource')]),
  ];
}

function roleRefProblems(
  { roleRef }: RoleBinding | ClusterRoleBinding,
  kinds: readonly string[],
): readonly FieldError[] {
  if (roleRef === undefined) return [fieldError.required('roleRef', '')];
  return [
    ...(roleRef.apiGroup === RBAC_GROUP
      ? []
      : [fieldError.notSupported('roleRef.apiGroup', roleRef.apiGroup, [RBAC_GROUP])]),
    ...(kinds.includes(roleRef.kind) ? [] : [fieldError.notSupported('roleRef.kind', roleRef.kind, [...kinds].sort())]),
    ...(roleRef.name ? [] : [fieldError.required('roleRef.name', '')]),
  ];
}

function subjectProblems(subject: Subject, path: string, binding: KubeObject): readonly FieldError[] {
  const { kind, name, namespace, apiGroup } = subject;
  const named = name ? [] : [fieldError.required(`${path}.name`, '')];
  if (kind === 'ServiceAccount') {
    const homeless = !namespace && binding.kind === 'ClusterRoleBinding';
    return [...named, ...(homeless ? [fieldError.required(`${path}.namespace`, '')] : [])];
  }
  if (kind !== 'User' && kind !== 'Group') {
    return [...named, fieldError.notSupported(`${path}.kind`, kind, ['Group', 'ServiceAccount', 'User'])];
  }
  return apiGroup === RBAC_GROUP
    ? named
    : [...named, fieldError.notSupported(`${path}.apiGroup`, apiGroup, [RBAC_GROUP])];
}

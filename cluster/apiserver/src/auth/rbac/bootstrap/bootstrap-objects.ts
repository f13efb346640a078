import { isStatusError, type KubeObject } from '@kubemin/kubeapi';
import { rbac } from '@kubemin/kubeapi/resources';
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding, Subject } from '@kubemin/kubeapi/types/rbac.v1';
import { ensureObject } from '../../../handler/index.ts';
import type { ServerParts } from '../../../registry/index.ts';
import { type BootstrapBinding, bootstrapBindings, bootstrapRoles } from './bootstrap-policy.ts';
import type { BootstrapRole } from './bootstrap-rule.ts';
import { AUTO_UPDATE, type PolicyObject, reconcilePolicyObject } from './reconcile-policy-object.ts';

const API_VERSION = 'rbac.authorization.k8s.io/v1';
const AGGREGATE_LABEL = 'rbac.authorization.k8s.io/aggregate-to-';
const MARKS = {
  labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' },
  annotations: { [AUTO_UPDATE]: 'true' },
};

/** Makes the roles and bindings every cluster has, and gives those that exist what they lack: see reconciledPolicy. */
export async function createBootstrapPolicy(server: ServerParts): Promise<void> {
  // Together: writes that arrive together share one commit.
  await Promise.all([
    ...bootstrapRoles.map((role) =>
      ensurePolicy(server, role.namespace === undefined ? toClusterRole(role) : toRole(role)),
    ),
    ...bootstrapBindings.map((binding) => {
      const wanted = binding.namespace === undefined ? toClusterRoleBinding(binding) : toRoleBinding(binding);
      return ensurePolicy(server, wanted, binding.retired);
    }),
  ]);
}

async function ensurePolicy(
  server: ServerParts,
  wanted: PolicyObject,
  retired: readonly Subject[] = [],
): Promise<void> {
  const type = TYPES[wanted.kind];
  const resource = server.resources.find(type);
  if (resource === undefined) return;
  const { name = '', namespace = '' } = wanted.metadata;
  const stored = server.cache.collection(resource.collection).get(namespace, name);
  if (stored === undefined) return ensureObject(server, type, wanted);
  if (reconcilePolicyObject(stored, wanted, retired) === stored) return;
  try {
    await server.registry.update(resource, { namespace, name }, (current) =>
      reconcilePolicyObject(current, wanted, retired),
    );
    server.logger.info('a built-in role or binding was brought up to date', { kind: wanted.kind, name });
  } catch (error) {
    // Deleted meanwhile through another server on the same storage; the next start creates it again.
    if (!isStatusError(error, 'NotFound')) throw error;
  }
}

const TYPES = {
  ClusterRole: rbac.v1.clusterroles,
  Role: rbac.v1.roles,
  ClusterRoleBinding: rbac.v1.clusterrolebindings,
  RoleBinding: rbac.v1.rolebindings,
} satisfies Record<PolicyObject['kind'], unknown>;

function toClusterRole({ name, rules, aggregates, aggregateTo = [] }: BootstrapRole): ClusterRole {
  const labels = Object.fromEntries(aggregateTo.map((role) => [`${AGGREGATE_LABEL}${role}`, 'true']));
  const selector = { matchLabels: { [`${AGGREGATE_LABEL}${aggregates}`]: 'true' } };
  return {
    apiVersion: API_VERSION,
    kind: 'ClusterRole',
    metadata: { ...policyMetadata(name), labels: { ...MARKS.labels, ...labels } },
    ...(aggregates !== undefined && { aggregationRule: { clusterRoleSelectors: [selector] } }),
    rules,
  };
}

function toRole({ name, namespace = '', rules }: BootstrapRole): Role {
  return { apiVersion: API_VERSION, kind: 'Role', metadata: { ...policyMetadata(name), namespace }, rules };
}

function toClusterRoleBinding({ name, role = name, subjects }: BootstrapBinding): ClusterRoleBinding {
  const roleRef = { apiGroup: rbac.v1.roles.group, kind: 'ClusterRole', name: role };
  return { apiVersion: API_VERSION, kind: 'ClusterRoleBinding', metadata: policyMetadata(name), roleRef, subjects };
}

function toRoleBinding({ name, namespace = '', role = name, subjects }: BootstrapBinding): RoleBinding {
  const roleRef = { apiGroup: rbac.v1.roles.group, kind: 'Role', name: role };
  return {
    apiVersion: API_VERSION,
    kind: 'RoleBinding',
    metadata: { ...policyMetadata(name), namespace },
    roleRef,
    subjects,
  };
}

function policyMetadata(name: string): KubeObject['metadata'] {
  return { name, ...MARKS };
}

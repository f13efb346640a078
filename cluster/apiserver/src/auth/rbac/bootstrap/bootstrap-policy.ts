import type { Subject } from '@kubemin/kubeapi/types/rbac.v1';
import { KUBELET_CLIENT_GROUP } from '../../../certificates/index.ts';
import type { BootstrapRole } from './bootstrap-rule.ts';
import { componentRoles, namespacedRoles } from './component-roles.ts';
import { controllerRules } from './controller-rules.ts';
import { userRoles } from './user-roles.ts';

// What every cluster starts with, as data. Names and rules are Kubernetes' own: charts and controllers rely on them.

/** A binding to make at first start; by default of the role with its own name. */
export interface BootstrapBinding {
  readonly name: string;
  readonly namespace?: string;
  readonly role?: string;
  readonly subjects: readonly Subject[];
  /** Whom earlier versions bound, and who must not be any more. */
  readonly retired?: readonly Subject[];
}

const RBAC = 'rbac.authorization.k8s.io';

const controllers = Object.entries(controllerRules).map(([account, rules]) => ({
  name: `system:controller:${account}`,
  account,
  rules,
}));

/** Every role a cluster starts with. */
export const bootstrapRoles: readonly BootstrapRole[] = [
  ...userRoles,
  ...componentRoles,
  ...namespacedRoles,
  ...controllers.map(({ name, rules }) => ({ name, rules })),
];

/** Every binding a cluster starts with. */
export const bootstrapBindings: readonly BootstrapBinding[] = [
  { name: 'cluster-admin', subjects: [group('system:masters')] },
  { name: 'system:discovery', subjects: [group('system:authenticated')] },
  { name: 'system:basic-user', subjects: [group('system:authenticated')] },
  { name: 'system:public-info-viewer', subjects: [group('system:authenticated'), group('system:unauthenticated')] },
  { name: 'system:monitoring', subjects: [group('system:monitoring')] },
  { name: 'system:service-account-issuer-discovery', subjects: [group('system:serviceaccounts')] },
  { name: 'system:node-proxier', subjects: [user('system:kube-proxy')] },
  { name: 'system:kube-controller-manager', subjects: [user('system:kube-controller-manager')] },
  { name: 'system:kube-scheduler', subjects: [user('system:kube-scheduler')] },
  { name: 'system:volume-scheduler', subjects: [user('system:kube-scheduler')] },
  { name: 'kubemin:node-usage-reader', subjects: [user('system:kube-scheduler')] },
  { name: 'kubemin:node-components', subjects: [group('kubemin:node-components')] },
  // What kubelets let the API server do, which they ask about with its group.
  { name: KUBELET_CLIENT_GROUP, role: 'system:kubelet-api-admin', subjects: [group(KUBELET_CLIENT_GROUP)] },
  { name: 'system:kube-dns', subjects: [account('kube-dns')] },
  // The Node authorizer decides what nodes may do; this role would let each of them write objects of other nodes.
  { name: 'system:node', subjects: [], retired: [group('system:nodes')] },
  {
    name: 'system::extension-apiserver-authentication-reader',
    namespace: 'kube-system',
    role: 'extension-apiserver-authentication-reader',
    subjects: [user('system:kube-controller-manager'), user('system:kube-scheduler')],
  },
  {
    name: 'system::leader-locking-kube-controller-manager',
    namespace: 'kube-system',
    subjects: [user('system:kube-controller-manager')],
  },
  {
    name: 'system::leader-locking-kube-scheduler',
    namespace: 'kube-system',
    subjects: [user('system:kube-scheduler')],
  },
  ...controllers.map((controller) => ({ name: controller.name, subjects: [account(controller.account)] })),
];

function group(name: string): Subject {
  return { apiGroup: RBAC, kind: 'Group', name };
}

function user(name: string): Subject {
  return { apiGroup: RBAC, kind: 'User', name };
}

function account(name: string): Subject {
  return { kind: 'ServiceAccount', namespace: 'kube-system', name };
}

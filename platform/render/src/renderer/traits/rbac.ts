import type { KubeObject } from '@kubemin/kubeapi';
import type { ServiceAccount } from '@kubemin/kubeapi/types/core.v1';
import type { TraitData } from '@kubemin/model';
import type { ObjectDraft } from '../../object/index.ts';
import type { TraitContext, TraitRenderer } from '../trait-renderer.ts';

type Policy = TraitData['rbac'][number];
type Rule = NonNullable<Policy['rules']>[number];
type Context = TraitContext<TraitData['rbac']>;

const RBAC = 'rbac.authorization.k8s.io';

/** rbac → service account, role and binding of each policy; the first policy's account is the pod's. */
export const rbac: TraitRenderer<TraitData['rbac']> = {
  process(context) {
    const [first] = context.data;
    if (first === undefined) return {};
    const automount = context.data.find((policy) => policy.automountServiceAccountToken !== undefined);
    return {
      objects: context.data.flatMap((policy, index) => [
        ...(isFirstOfAccount(context, index) ? [draft(serviceAccount(policy, context))] : []),
        draft(role(policy, context)),
        draft(binding(policy, context)),
      ]),
      serviceAccountName: names(first, context).account,
      ...(automount?.automountServiceAccountToken === undefined
        ? {}
        : { automountServiceAccountToken: automount.automountServiceAccountToken }),
    };
  },
};

/** An object of that name of another owner is used as it is, never taken over. */
function draft(object: KubeObject): ObjectDraft {
  return { object, naming: 'given', onExisting: 'yield' };
}

function names(policy: Policy, { component, namespace }: Context) {
  const account = policy.serviceAccount ?? `${component.name}-sa`;
  return {
    account,
    namespace: policy.namespace ?? namespace,
    role: policy.roleName ?? `${account}-role`,
    binding: policy.bindingName ?? `${account}-binding`,
  };
}

function isFirstOfAccount(context: Context, index: number): boolean {
  const ids = context.data.map((policy) => accountId(policy, context));
  return ids.indexOf(ids[index] ?? '') === index;
}

function accountId(policy: Policy, context: Context): string {
  const { account, namespace } = names(policy, context);
  return `${namespace}/${account}`;
}

/** Policies of one account describe it together. */
function serviceAccount(policy: Policy, context: Context): ServiceAccount {
  const { account: name, namespace } = names(policy, context);
  const same = context.data.filter((other) => accountId(other, context) === accountId(policy, context));
  const automount = same.find((other) => other.automountServiceAccountToken !== undefined);
  const labels = Object.assign({}, ...same.map((other) => other.serviceAccountLabels));
  const annotations = Object.assign({}, ...same.map((other) => other.serviceAccountAnnotations));
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name, namespace, labels, ...(Object.keys(annotations).length === 0 ? {} : { annotations }) },
    ...(automount?.automountServiceAccountToken === undefined
      ? {}
      : { automountServiceAccountToken: automount.automountServiceAccountToken }),
  };
}

function role(policy: Policy, context: Context) {
  const { role: name, namespace } = names(policy, context);
  return {
    apiVersion: `${RBAC}/v1`,
    kind: policy.clusterScope ? 'ClusterRole' : 'Role',
    metadata: { name, ...(policy.clusterScope ? {} : { namespace }), labels: policy.roleLabels },
    rules: (policy.rules ?? []).map(rule),
  };
}

/** Kubernetes wants an API group for every resource rule; without one the core group is meant. */
function rule({ apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [], verbs }: Rule) {
  const aboutResources = { apiGroups: apiGroups.length === 0 ? [''] : apiGroups, resources };
  return {
    ...(resources.length === 0 ? {} : aboutResources),
    ...(resourceNames.length === 0 ? {} : { resourceNames }),
    ...(nonResourceURLs.length === 0 ? {} : { nonResourceURLs }),
    verbs,
  };
}

function binding(policy: Policy, context: Context) {
  const { account, role: roleName, binding: name, namespace } = names(policy, context);
  return {
    apiVersion: `${RBAC}/v1`,
    kind: policy.clusterScope ? 'ClusterRoleBinding' : 'RoleBinding',
    metadata: { name, ...(policy.clusterScope ? {} : { namespace }), labels: policy.bindingLabels },
    subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
    roleRef: { apiGroup: RBAC, kind: policy.clusterScope ? 'ClusterRole' : 'Role', name: roleName },
  };
}

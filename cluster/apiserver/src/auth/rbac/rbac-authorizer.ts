import type { KubeObject, UserInfo } from '@kubemin/kubeapi';
import { rbac } from '@kubemin/kubeapi/resources';
import type { ClusterRole, PolicyRule, Role, RoleRef } from '@kubemin/kubeapi/types/rbac.v1';
import type { ServerParts } from '../../registry/index.ts';
import type { Collection } from '../../storage/index.ts';
import type { Access } from '../authorization/access.ts';
import type { Authorizer, Decision } from '../authorization/authorizer.ts';
import { ruleAllows } from './policy-rule.ts';
import type { AnyBinding, RoleBindingIndex } from './role-binding-index.ts';

/** Allows what a role allows that is bound to the user or to one of their groups; there are no rules that deny. */
export class RbacAuthorizer implements Authorizer {
  readonly #index: RoleBindingIndex;
  readonly #clusterRoles: Collection | undefined;
  readonly #roles: Collection | undefined;

  constructor(server: Pick<ServerParts, 'cache' | 'resources'>, index: RoleBindingIndex) {
    this.#index = index;
    this.#clusterRoles = roleCollection(server, rbac.v1.clusterroles);
    this.#roles = roleCollection(server, rbac.v1.roles);
  }

  decide(user: UserInfo, access: Access): Decision {
    const missing = new Set<string>();
    const namespace = access.kind === 'resource' ? access.namespace : '';
    for (const binding of this.#index.bindingsFor(user, namespace)) {
      const rules = this.#rulesBehind(binding);
      if (rules === undefined) missing.add(missingRole(binding.roleRef));
      else if (rules.some((rule) => ruleAllows(rule, access))) return { allowed: true, reason: bindingReason(binding) };
    }
    if (missing.size === 0) return { allowed: false };
    const list = [...missing];
    return { allowed: false, reason: `RBAC: ${list.length === 1 ? list[0] : `[${list.join(', ')}]`}` };
  }

  rulesFor(user: UserInfo, namespace: string): readonly PolicyRule[] {
    return [...this.#index.bindingsFor(user, namespace)].flatMap((binding) => this.#rulesBehind(binding) ?? []);
  }

  /** The rules of a role, as a binding in `namespace` refers to it; undefined when there is no such role. */
  roleRules({ kind, name }: RoleRef, namespace: string): readonly PolicyRule[] | undefined {
    const role = kind === 'ClusterRole' ? this.#clusterRoles?.get('', name) : this.#roles?.get(namespace, name);
    return role !== undefined && isRole(role) ? (role.rules ?? []) : undefined;
  }

  #rulesBehind(binding: AnyBinding): readonly PolicyRule[] | undefined {
    return this.roleRules(binding.roleRef, binding.metadata.namespace ?? '');
  }
}

function bindingReason({ kind, metadata, roleRef }: AnyBinding): string {
  const name = metadata.namespace === undefined ? metadata.name : `${metadata.name}/${metadata.namespace}`;
  return `RBAC: allowed by ${kind} "${name}" of ${roleRef.kind} "${roleRef.name}"`;
}

function missingRole({ kind, name }: RoleRef): string {
  return `${kind.toLowerCase()}.rbac.authorization.k8s.io "${name}" not found`;
}

function roleCollection(
  { cache, resources }: Pick<ServerParts, 'cache' | 'resources'>,
  type: typeof rbac.v1.roles | typeof rbac.v1.clusterroles,
): Collection | undefined {
  const resource = resources.find(type);
  return resource && cache.collection(resource.collection);
}

function isRole(object: KubeObject): object is Role | ClusterRole {
  return object.kind === 'Role' || object.kind === 'ClusterRole';
}

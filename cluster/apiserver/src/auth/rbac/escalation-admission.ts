import { deepEqual, forbidden, type KubeObject, notFound, type UserInfo } from '@kubemin/kubeapi';
import { rbac } from '@kubemin/kubeapi/resources';
import type { ClusterRole, PolicyRule, Role } from '@kubemin/kubeapi/types/rbac.v1';
import type { AdmissionPlugin, AdmissionRequest } from '../../registry/index.ts';
import { type Authorizer, isMaster } from '../authorization/authorizer.ts';
import type { RbacAuthorizer } from './rbac-authorizer.ts';
import type { AnyBinding } from './role-binding-index.ts';
import { compactRules, missingRights, quotedList, ruleText } from './rule-cover.ts';

const FULL_AUTHORITY: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

/** What the check asks. */
export interface EscalationCheckOptions {
  /** What the user may do, by all authorizers. */
  readonly authorizer: Authorizer;
  /** What is in a role. */
  readonly roles: Pick<RbacAuthorizer, 'roleRules'>;
}

/** A user cannot grant rights that the user does not have: neither by writing a role nor by binding one. */
export function escalationAdmission(options: EscalationCheckOptions): AdmissionPlugin {
  return {
    name: 'RBACEscalation',
    applies: ({ operation, resource, subresource }) =>
      resource.info.group === rbac.v1.roles.group && operation !== 'delete' && subresource === undefined,
    validate: (object, request) => {
      const { user } = request;
      if (user === undefined || isMaster(user)) return;
      if (isRole(object)) checkRole(options, object, { ...request, user });
      else if (isBinding(object)) checkBinding(options, object, { ...request, user });
    },
  };
}

type UserRequest = AdmissionRequest & { readonly user: UserInfo };

function checkRole({ authorizer }: EscalationCheckOptions, role: Role | ClusterRole, request: UserRequest): void {
  const { user, old, resource, namespace } = request;
  const before = old !== undefined && isRole(old) ? old : undefined;
  const aggregates = aggregationRule(role) ?? (before && aggregationRule(before));
  if (deepEqual(before?.rules, role.rules) && deepEqual(before && aggregationRule(before), aggregationRule(role)))
    return;
  const name = role.metadata.name ?? '';
  const { group, plural } = resource.info;
  const access = {
    kind: 'resource',
    verb: 'escalate',
    group,
    resource: plural,
    subresource: '',
    namespace,
    name,
  } as const;
  if (authorizer.decide(user, access).allowed) return;
  const held = authorizer.rulesFor(user, namespace);
  // An aggregation can gather anything.
  if (aggregates !== undefined && missingRights(held, FULL_AUTHORITY).length > 0) {
    throw forbidden('must have cluster-admin privileges to use an aggregationRule', { ...resource.info, name });
  }
  requireHeld(held, role.rules ?? [], { ...request, name });
}

function checkBinding({ authorizer, roles }: EscalationCheckOptions, binding: AnyBinding, request: UserRequest): void {
  const { user, old, namespace } = request;
  const { roleRef, subjects } = binding;
  if (old !== undefined && isBinding(old) && deepEqual([old.roleRef, old.subjects], [roleRef, subjects])) return;
  const info = roleRef.kind === 'ClusterRole' ? rbac.v1.clusterroles : rbac.v1.roles;
  const access = {
    kind: 'resource',
    verb: 'bind',
    group: info.group,
    resource: info.plural,
    subresource: '',
    namespace,
    name: roleRef.name,
  } as const;
  if (authorizer.decide(user, access).allowed) return;
  const wanted = roles.roleRules(roleRef, namespace);
  if (wanted === undefined) throw notFound(info, roleRef.name);
  requireHeld(authorizer.rulesFor(user, namespace), wanted, { ...request, name: binding.metadata.name ?? '' });
}

function requireHeld(
  held: readonly PolicyRule[],
  wanted: readonly PolicyRule[],
  { user, resource, name }: UserRequest & { readonly name: string },
): void {
  const missing = compactRules(missingRights(held, wanted));
  if (missing.length === 0) return;
  const who = `user ${JSON.stringify(user.username)} (groups=${quotedList(user.groups)})`;
  const list = missing.map(ruleText).join('\n');
  const why = `${who} is attempting to grant RBAC permissions not currently held:\n${list}`;
  throw forbidden(why, { ...resource.info, name });
}

function aggregationRule(role: Role | ClusterRole): ClusterRole['aggregationRule'] {
  return role.kind === 'ClusterRole' ? role.aggregationRule : undefined;
}

function isRole(object: KubeObject): object is Role | ClusterRole {
  return object.kind === 'Role' || object.kind === 'ClusterRole';
}

function isBinding(object: KubeObject): object is AnyBinding {
  return object.kind === 'RoleBinding' || object.kind === 'ClusterRoleBinding';
}

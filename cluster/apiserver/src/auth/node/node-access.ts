import type { UserInfo } from '@kubemin/kubeapi';
import type { PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';
import type { ServerParts } from '../../registry/index.ts';
import type { Access, ResourceAccess } from '../authorization/access.ts';
import type { Authorizer, Decision } from '../authorization/authorizer.ts';
import { bootstrapRoles } from '../rbac/bootstrap/bootstrap-policy.ts';
import { ruleAllows } from '../rbac/policy-rule.ts';
import { userNodeName } from './node-identity.ts';
import { NodeRelations, type ObjectName } from './node-relations.ts';
import type { ReferencedKind } from './pod-references.ts';

// The reasons are Kubernetes' own: people look them up.

/** What a node wants. */
export interface NodeAccessRequest {
  readonly node: string;
  readonly access: ResourceAccess;
  readonly relations: NodeRelations;
}

/** What nodes may do with one resource. Which object is written is only known to admission: see NodeRestriction. */
export type NodeRule = (wish: NodeAccessRequest) => Decision;

type Related = (relations: NodeRelations, node: string, object: ObjectName) => boolean;

const LEASE_NAMESPACE = 'kube-node-lease';
const KEEP = ['get', 'create', 'update', 'patch', 'delete'];
const READ = ['get', 'list', 'watch'];
const ALLOWED: Decision = { allowed: true };
/** Left to the others, who know nothing of nodes. */
const NO_OPINION: Decision = { allowed: false };

/** By API group and resource; everything else is as in the role `system:node`. */
const NODE_RULES: ReadonlyMap<string, NodeRule> = new Map<string, NodeRule>([
  ['/secrets', readsRelated((relations, node, secret) => usesSecret(relations, node, secret))],
  ['/configmaps', readsRelated(referencedByPods('configmaps'))],
  ['/persistentvolumeclaims', ruleForClaims],
  ['/persistentvolumes', getsRelated((relations, node, volume) => relations.usesVolume(node, volume))],
  ['/serviceaccounts', ruleForAccounts],
  ['/nodes', ruleForNodes],
  ['/pods', ruleForPods],
  ['coordination.k8s.io/leases', ruleForLeases],
  ['storage.k8s.io/csinodes', ruleForCsiNodes],
  ['storage.k8s.io/volumeattachments', getsRelated((relations, node, one) => relations.hasAttachment(node, one))],
  ['resource.k8s.io/resourceclaims', getsRelated(referencedByPods('resourceclaims'))],
  ['resource.k8s.io/resourceslices', ruleForSlices],
]);

function referencedByPods(kind: ReferencedKind): Related {
  return (relations, node, object) => relations.runsPodWith(node, kind, object);
}

function usesSecret(relations: NodeRelations, node: string, secret: ObjectName): boolean {
  return relations.runsPodWith(node, 'secrets', secret) || relations.usesVolumeWithSecret(node, secret);
}

function readsRelated(related: Related): NodeRule {
  return (wish) => {
    const { verb, subresource, namespace } = wish.access;
    if (!READ.includes(verb)) return deny('can only read resources of this type');
    if (subresource !== '') return deny('cannot read subresource');
    if (namespace === '') return deny('can only read namespaced object of this type');
    return allowIfRelated(wish, related);
  };
}

function getsRelated(related: Related): NodeRule {
  return (wish) => {
    if (wish.access.verb !== 'get') return deny('can only get individual resources of this type');
    if (wish.access.subresource !== '') return deny('cannot get subresource');
    return allowIfRelated(wish, related);
  };
}

function ruleForClaims(wish: NodeAccessRequest): Decision {
  const related = referencedByPods('persistentvolumeclaims');
  if (wish.access.subresource !== 'status') return getsRelated(related)(wish);
  if (!hasVerb(wish, 'update', 'patch')) return deny('can only get/update/patch this type');
  return allowIfRelated(wish, related);
}

function ruleForAccounts(wish: NodeAccessRequest): Decision {
  const { verb, name, subresource } = wish.access;
  if (verb !== 'create' || name === '') return deny('can only create tokens for individual service accounts');
  if (subresource !== 'token') return deny('can only create token subresource of serviceaccount');
  return allowIfRelated(wish, referencedByPods('serviceaccounts'));
}

function ruleForNodes(wish: NodeAccessRequest): Decision {
  const { node, access } = wish;
  if (access.subresource === 'status') return hasVerb(wish, 'update', 'patch') ? ALLOWED : NO_OPINION;
  if (access.subresource !== '') return NO_OPINION;
  if (hasVerb(wish, 'create', 'update', 'patch')) return ALLOWED;
  if (!READ.includes(access.verb)) return NO_OPINION;
  // By name alone: a node looks for itself before it registers.
  if (access.name === node) return ALLOWED;
  const what = access.name === '' ? 'all nodes' : `'${access.name}'`;
  return deny(`node '${node}' cannot read ${what}, only its own Node object`);
}

function ruleForPods(wish: NodeAccessRequest): Decision {
  const { subresource, verb } = wish.access;
  if (subresource === 'status') return hasVerb(wish, 'update', 'patch') ? ALLOWED : NO_OPINION;
  if (subresource === 'eviction') return verb === 'create' ? ALLOWED : NO_OPINION;
  if (subresource !== '') return NO_OPINION;
  if (hasVerb(wish, 'create', 'delete')) return ALLOWED;
  if (!READ.includes(verb)) return NO_OPINION;
  if (verb !== 'get' && selectsOwnObjects(wish, 'spec.nodeName')) return ALLOWED;
  if (verb !== 'get' && wish.access.name === '')
    return deny('can only list/watch pods with spec.nodeName field selector');
  return allowIfRelated(wish, (relations, node, pod) => relations.runsPod(node, pod));
}

function ruleForLeases({ node, access }: NodeAccessRequest): Decision {
  if (!KEEP.includes(access.verb)) return deny('can only get, create, update, patch, or delete a node lease');
  if (access.namespace !== LEASE_NAMESPACE)
    return deny(`can only access leases in the "${LEASE_NAMESPACE}" system namespace`);
  // The name of something new is not known here.
  if (access.verb !== 'create' && access.name !== node)
    return deny('can only access node lease with the same name as the requesting node');
  return ALLOWED;
}

function ruleForCsiNodes({ node, access }: NodeAccessRequest): Decision {
  if (!KEEP.includes(access.verb)) return deny('can only get, create, update, patch, or delete a CSINode');
  if (access.subresource !== '') return deny('cannot authorize CSINode subresources');
  if (access.verb !== 'create' && access.name !== node)
    return deny('can only access CSINode with the same name as the requesting node');
  return ALLOWED;
}

function ruleForSlices(wish: NodeAccessRequest): Decision {
  const { verb, subresource } = wish.access;
  if (subresource !== '') return deny('cannot authorize ResourceSlice subresources');
  if (verb === 'create') return ALLOWED;
  if (KEEP.includes(verb)) return allowIfRelated(wish, (relations, node, slice) => relations.hasSlice(node, slice));
  if (selectsOwnObjects(wish, 'spec.nodeName')) return ALLOWED;
  return deny('can only list/watch/deletecollection resourceslices with nodeName field selector');
}

function allowIfRelated({ node, access, relations }: NodeAccessRequest, related: Related): Decision {
  if (access.name === '') return deny('No Object name found');
  if (related(relations, node, access)) return ALLOWED;
  return deny(`no relationship found between node '${node}' and this object`);
}

function selectsOwnObjects({ node, access }: NodeAccessRequest, wanted: string): boolean {
  return (access.fields ?? []).some(({ field, operator, value }) => {
    return field === wanted && operator === '=' && value === node;
  });
}

function hasVerb({ access }: NodeAccessRequest, ...verbs: readonly string[]): boolean {
  return verbs.includes(access.verb);
}

function deny(reason: string): Decision {
  return { allowed: false, reason };
}

/** Allows nodes what they need for the pods that are bound to them; it has no opinion about other users. */
export class NodeAuthorizer implements Authorizer {
  readonly #relations: NodeRelations;
  readonly #rules: readonly PolicyRule[];

  constructor(server: Pick<ServerParts, 'cache'>) {
    this.#relations = new NodeRelations(server);
    this.#rules = bootstrapRoles.find(({ name }) => name === 'system:node')?.rules ?? [];
  }

  decide(user: UserInfo, access: Access): Decision {
    const node = userNodeName(user);
    if (node === undefined) return NO_OPINION;
    if (node === '') return { allowed: false, reason: `unknown node for user "${user.username}"` };
    if (access.kind === 'resource') {
      const rule = NODE_RULES.get(`${access.group}/${access.resource}`);
      if (rule !== undefined) return rule({ node, access, relations: this.#relations });
    }
    return this.#rules.some((rule) => ruleAllows(rule, access)) ? { allowed: true } : NO_OPINION;
  }

  /** What a node may do depends on its pods, and is no list of rules. */
  rulesFor(): readonly PolicyRule[] {
    return [];
  }
}

import type { UserInfo } from '@kubemin/kubeapi';
import type { PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';
import type { ServerParts } from '../../handler/call.ts';
import type { Access, ResourceAccess } from '../authorization/access.ts';
import type { Authorizer, Decision } from '../authorization/authorizer.ts';
import { bootstrapRoles } from '../rbac/bootstrap/bootstrap-policy.ts';
import { ruleAllows } from '../rbac/policy-rule.ts';
import { nodeOfUser } from './node-identity.ts';
import { NodeRelations, type ObjectName } from './node-relations.ts';
import type { ReferencedKind } from './pod-references.ts';

// The reasons are Kubernetes' own: people look them up.

/** What a node wants. */
export interface NodeWish {
  readonly node: string;
  readonly access: ResourceAccess;
  readonly relations: NodeRelations;
}

/** What nodes may do with one resource. Which object is written, only admission can tell: see NodeRestriction. */
export type NodeRule = (wish: NodeWish) => Decision;

type Related = (relations: NodeRelations, node: string, object: ObjectName) => boolean;

const LEASE_NAMESPACE = 'kube-node-lease';
const KEEP = ['get', 'create', 'update', 'patch', 'delete'];
const READ = ['get', 'list', 'watch'];
const ALLOWED: Decision = { allowed: true };
/** Left to the others, who know nothing of nodes. */
const NO_OPINION: Decision = { allowed: false };

/** By API group and resource; everything else is as the role `system:node` says. */
const NODE_RULES: ReadonlyMap<string, NodeRule> = new Map<string, NodeRule>([
  ['/secrets', readsRelated((relations, node, secret) => usesSecret(relations, node, secret))],
  ['/configmaps', readsRelated(ofPods('configmaps'))],
  ['/persistentvolumeclaims', ruleForClaims],
  ['/persistentvolumes', getsRelated((relations, node, volume) => relations.usesVolume(node, volume))],
  ['/serviceaccounts', ruleForAccounts],
  ['/nodes', ruleForNodes],
  ['/pods', ruleForPods],
  ['coordination.k8s.io/leases', ruleForLeases],
  ['storage.k8s.io/csinodes', ruleForCsiNodes],
  ['storage.k8s.io/volumeattachments', getsRelated((relations, node, one) => relations.hasAttachment(node, one))],
  ['resource.k8s.io/resourceclaims', getsRelated(ofPods('resourceclaims'))],
  ['resource.k8s.io/resourceslices', ruleForSlices],
]);

function ofPods(kind: ReferencedKind): Related {
  return (relations, node, object) => relations.runsPodWith(node, kind, object);
}

function usesSecret(relations: NodeRelations, node: string, secret: ObjectName): boolean {
  return relations.runsPodWith(node, 'secrets', secret) || relations.usesVolumeWithSecret(node, secret);
}

function readsRelated(related: Related): NodeRule {
  return (wish) => {
    const { verb, subresource, namespace } = wish.access;
    if (!READ.includes(verb)) return no('can only read resources of this type');
    if (subresource !== '') return no('cannot read subresource');
    if (namespace === '') return no('can only read namespaced object of this type');
    return ifRelated(wish, related);
  };
}

function getsRelated(related: Related): NodeRule {
  return (wish) => {
    if (wish.access.verb !== 'get') return no('can only get individual resources of this type');
    if (wish.access.subresource !== '') return no('cannot get subresource');
    return ifRelated(wish, related);
  };
}

function ruleForClaims(wish: NodeWish): Decision {
  const related = ofPods('persistentvolumeclaims');
  if (wish.access.subresource !== 'status') return getsRelated(related)(wish);
  if (!isOneOf(wish, 'update', 'patch')) return no('can only get/update/patch this type');
  return ifRelated(wish, related);
}

function ruleForAccounts(wish: NodeWish): Decision {
  const { verb, name, subresource } = wish.access;
  if (verb !== 'create' || name === '') return no('can only create tokens for individual service accounts');
  if (subresource !== 'token') return no('can only create token subresource of serviceaccount');
  return ifRelated(wish, ofPods('serviceaccounts'));
}

function ruleForNodes(wish: NodeWish): Decision {
  const { node, access } = wish;
  if (access.subresource === 'status') return isOneOf(wish, 'update', 'patch') ? ALLOWED : NO_OPINION;
  if (access.subresource !== '') return NO_OPINION;
  if (isOneOf(wish, 'create', 'update', 'patch')) return ALLOWED;
  if (!READ.includes(access.verb)) return NO_OPINION;
  // By name alone: a node looks for itself before it registers.
  if (access.name === node) return ALLOWED;
  const what = access.name === '' ? 'all nodes' : `'${access.name}'`;
  return no(`node '${node}' cannot read ${what}, only its own Node object`);
}

function ruleForPods(wish: NodeWish): Decision {
  const { subresource, verb } = wish.access;
  if (subresource === 'status') return isOneOf(wish, 'update', 'patch') ? ALLOWED : NO_OPINION;
  if (subresource === 'eviction') return verb === 'create' ? ALLOWED : NO_OPINION;
  if (subresource !== '') return NO_OPINION;
  if (isOneOf(wish, 'create', 'delete')) return ALLOWED;
  if (!READ.includes(verb)) return NO_OPINION;
  if (verb !== 'get' && selectsOwn(wish, 'spec.nodeName')) return ALLOWED;
  if (verb !== 'get' && wish.access.name === '')
    return no('can only list/watch pods with spec.nodeName field selector');
  return ifRelated(wish, (relations, node, pod) => relations.runsPod(node, pod));
}

function ruleForLeases({ node, access }: NodeWish): Decision {
  if (!KEEP.includes(access.verb)) return no('can only get, create, update, patch, or delete a node lease');
  if (access.namespace !== LEASE_NAMESPACE)
    return no(`can only access leases in the "${LEASE_NAMESPACE}" system namespace`);
  // The name of something new is not known here.
  if (access.verb !== 'create' && access.name !== node)
    return no('can only access node lease with the same name as the requesting node');
  return ALLOWED;
}

function ruleForCsiNodes({ node, access }: NodeWish): Decision {
  if (!KEEP.includes(access.verb)) return no('can only get, create, update, patch, or delete a CSINode');
  if (access.subresource !== '') return no('cannot authorize CSINode subresources');
  if (access.verb !== 'create' && access.name !== node)
    return no('can only access CSINode with the same name as the requesting node');
  return ALLOWED;
}

function ruleForSlices(wish: NodeWish): Decision {
  const { verb, subresource } = wish.access;
  if (subresource !== '') return no('cannot authorize ResourceSlice subresources');
  if (verb === 'create') return ALLOWED;
  if (KEEP.includes(verb)) return ifRelated(wish, (relations, node, slice) => relations.hasSlice(node, slice));
  if (selectsOwn(wish, 'spec.nodeName')) return ALLOWED;
  return no('can only list/watch/deletecollection resourceslices with nodeName field selector');
}

function ifRelated({ node, access, relations }: NodeWish, related: Related): Decision {
  if (access.name === '') return no('No Object name found');
  if (related(relations, node, access)) return ALLOWED;
  return no(`no relationship found between node '${node}' and this object`);
}

function selectsOwn({ node, access }: NodeWish, wanted: string): boolean {
  return (access.fields ?? []).some(({ field, operator, value }) => {
    return field === wanted && operator === '=' && value === node;
  });
}

function isOneOf({ access }: NodeWish, ...verbs: readonly string[]): boolean {
  return verbs.includes(access.verb);
}

function no(reason: string): Decision {
  return { allowed: false, reason };
}

/** Allows nodes what they need for the pods that are bound to them; of everybody else it knows nothing. */
export class NodeAuthorizer implements Authorizer {
  readonly #relations: NodeRelations;
  readonly #rules: readonly PolicyRule[];

  constructor(server: Pick<ServerParts, 'cache'>) {
    this.#relations = new NodeRelations(server);
    this.#rules = bootstrapRoles.find(({ name }) => name === 'system:node')?.rules ?? [];
  }

  decide(user: UserInfo, access: Access): Decision {
    const node = nodeOfUser(user);
    if (node === undefined) return NO_OPINION;
    if (node === '') return { allowed: false, reason: `unknown node for user "${user.username}"` };
    if (access.kind === 'resource') {
      const rule = NODE_RULES.get(`${access.group}/${access.resource}`);
      if (rule !== undefined) return rule({ node, access, relations: this.#relations });
    }
    return this.#rules.some((rule) => ruleAllows(rule, access)) ? { allowed: true } : NO_OPINION;
  }

  /** What a node may do depends on its pods, and is no list of rules. */
  rulesOf(): readonly PolicyRule[] {
    return [];
  }
}

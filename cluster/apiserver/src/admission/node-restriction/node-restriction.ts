import { deepEqual, type KubeObject, mayNodeLabelItself, notFound } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { TokenRequest } from '@kubemin/kubeapi/types/authentication.v1';
import type { Node, PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import type { ResourceSlice } from '@kubemin/kubeapi/types/resource.v1';
import { userNodeName } from '../../auth/index.ts';
import { isPod } from '../../handler/index.ts';
import type { AdmissionFactory } from '../../registry/index.ts';
import { checkPod } from './node-pod.ts';
import { forbiddenError, type NodeCheck, type NodeWrite } from './node-write.ts';

const LEASE_NAMESPACE = 'kube-node-lease';

/** By API group and resource, what of it is a node's to write; of the rest, authorization has the last word. */
const CHECKS: ReadonlyMap<string, NodeCheck> = new Map<string, NodeCheck>([
  ['/nodes', checkNode],
  ['/pods', checkPod],
  ['/persistentvolumeclaims', checkClaim],
  ['/serviceaccounts', checkToken],
  ['coordination.k8s.io/leases', checkLease],
  ['storage.k8s.io/csinodes', checkCsiNode],
  ['resource.k8s.io/resourceslices', checkSlice],
]);

/** Lets a node write what is its own alone, whatever it may be allowed otherwise. */
export const nodeRestriction: AdmissionFactory = ({ server }) => ({
  name: 'NodeRestriction',
  // Checked for every write: users that are no node only pay for this comparison.
  applies: ({ operation, user, resource: { info } }) =>
    userNodeName(user) !== undefined && operation !== 'connect' && CHECKS.has(`${info.group}/${info.plural}`),
  validate(object, request) {
    const node = userNodeName(request.user);
    if (node === undefined) return;
    const { info } = request.resource;
    const write: NodeWrite = { node, object, request, server };
    if (node === '') throw forbiddenError(write, `could not determine node from user "${request.user?.username}"`);
    CHECKS.get(`${info.group}/${info.plural}`)?.(write);
  },
});

function checkLease(write: NodeWrite): void {
  const { node, object, request } = write;
  if (request.namespace !== LEASE_NAMESPACE)
    throw forbiddenError(write, `can only access leases in the "${LEASE_NAMESPACE}" system namespace`);
  if (object.metadata.name !== node)
    throw forbiddenError(write, 'can only access node lease with the same name as the requesting node');
}

function checkCsiNode(write: NodeWrite): void {
  if (write.object.metadata.name !== write.node)
    throw forbiddenError(write, 'can only access CSINode with the same name as the requesting node');
}

function checkSlice(write: NodeWrite): void {
  const { node, object, request } = write;
  // A change has two sides: a slice is neither taken from another node nor given to one.
  const isOwn = [object, request.old ?? object].every((slice) => !isSlice(slice) || slice.spec.nodeName === node);
  if (isOwn) return;
  throw forbiddenError(
    write,
    `can only ${request.operation} ResourceSlice with the same NodeName as the requesting node`,
  );
}

function checkClaim(write: NodeWrite): void {
  const { node, object, request } = write;
  const { old, subresource } = request;
  if (subresource !== 'status') throw forbiddenError(write, 'may only update PVC status');
  if (!isClaim(object) || old === undefined || !isClaim(old)) return;
  if (deepEqual(withoutReportedStatus(object), withoutReportedStatus(old))) return;
  throw forbiddenError(
    write,
    `node "${node}" is not allowed to update fields other than status.quantity and status.conditions`,
  );
}

/** The claim without the fields that its node may write. */
function withoutReportedStatus({ metadata, status, ...rest }: PersistentVolumeClaim): unknown {
  const { managedFields: _fields, resourceVersion: _version, ...own } = metadata;
  const {
    capacity: _capacity,
    conditions: _conditions,
    allocatedResources: _allocated,
    allocatedResourceStatuses: _statuses,
    ...remaining
  } = status ?? {};
  return { ...rest, metadata: own, status: remaining };
}

/** A token that a node asks for ends with a pod that runs there. */
function checkToken(write: NodeWrite): void {
  const { node, object, request, server } = write;
  if (request.operation !== 'create' || request.subresource !== 'token' || !isTokenRequest(object)) return;
  const { apiVersion, kind, name = '', uid = '' } = object.spec?.boundObjectRef ?? {};
  if (apiVersion !== 'v1' || kind !== 'Pod' || name === '')
    throw forbiddenError(write, 'node requested token not bound to a pod');
  if (uid === '') throw forbiddenError(write, 'node requested token with a pod binding without a uid');
  const pod = server.cache.collection(core.v1.pods.plural).get(request.namespace, name);
  if (pod === undefined || !isPod(pod)) throw notFound(core.v1.pods, name);
  if (pod.metadata.uid !== uid) {
    const why = `the UID in the bound object reference (${uid}) does not match the UID in record`;
    throw forbiddenError(write, `${why}. The object might have been deleted and then recreated`);
  }
  if (pod.spec?.nodeName !== node)
    throw forbiddenError(write, 'node requested token bound to a pod scheduled on a different node');
}

function isClaim(object: KubeObject): object is PersistentVolumeClaim {
  return object.kind === 'PersistentVolumeClaim';
}

function isSlice(object: KubeObject): object is ResourceSlice {
  return object.kind === 'ResourceSlice';
}

function isTokenRequest(object: KubeObject): object is TokenRequest {
  return object.kind === 'TokenRequest';
}

/** Of Nodes, a node writes its own, and nothing in it by which it would draw pods to itself that are not meant for it. */
function checkNode(write: NodeWrite): void {
  const { node, object, request } = write;
  const name = object.metadata.name ?? '';
  if (name !== node) throw forbiddenError(write, `node "${node}" is not allowed to modify node "${name}"`);
  if (!isNode(object) || request.operation === 'delete') return;
  const { old } = request;
  const labels = changedLabels(object.metadata.labels, old?.metadata.labels).filter(
    (label) => !mayNodeLabelItself(label),
  );
  if (old === undefined || !isNode(old)) {
    if (object.spec?.configSource !== undefined)
      throw forbiddenError(write, `node "${node}" is not allowed to create pods with a non-nil configSource`);
    if (labels.length > 0)
      throw forbiddenError(write, `node "${node}" is not allowed to set the following labels: ${labels.join(', ')}`);
    return;
  }
  const { configSource } = object.spec ?? {};
  if (configSource !== undefined && !deepEqual(configSource, old.spec?.configSource))
    throw forbiddenError(write, `node "${node}" is not allowed to update configSource to a new non-nil configSource`);
  if (!deepEqual(object.spec?.taints ?? [], old.spec?.taints ?? []))
    throw forbiddenError(write, `node "${node}" is not allowed to modify taints`);
  if (labels.length > 0) throw forbiddenError(write, `is not allowed to modify labels: ${labels.join(', ')}`);
  // An owner reference could get the node deleted, which a node may not do itself.
  if (!deepEqual(object.metadata.ownerReferences ?? [], old.metadata.ownerReferences ?? []))
    throw forbiddenError(write, `node "${node}" is not allowed to modify ownerReferences`);
}

/** The keys of what is not the same in both, in order. */
function changedLabels(
  next: KubeObject['metadata']['labels'] = {},
  old: KubeObject['metadata']['labels'] = {},
): string[] {
  const keys = new Set([...Object.keys(next), ...Object.keys(old)]);
  return [...keys].filter((key) => next[key] !== old[key]).sort();
}

function isNode(object: KubeObject): object is Node {
  return object.kind === 'Node';
}

import { notFound } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { type ReferencedKind, referencedNames } from '../../auth/index.ts';
import { forbiddenError, type NodeWrite } from './node-write.ts';

const MIRROR = 'kubernetes.io/config.mirror';
/** What a pod may name that would let its node read it. */
const READABLE: readonly ReferencedKind[] = ['secrets', 'configmaps', 'persistentvolumeclaims', 'resourceclaims'];

/** Checks a mirror pod, which shows a static pod of its node: bound to that node, and without references to objects. */
export function checkMirrorPod(write: NodeWrite, pod: Pod): void {
  const { node } = write;
  if (pod.metadata.annotations?.[MIRROR] === undefined)
    throw forbiddenError(write, `pod does not have "${MIRROR}" annotation, node "${node}" can only create mirror pods`);
  if (pod.spec?.nodeName !== node)
    throw forbiddenError(write, `node "${node}" can only create pods with spec.nodeName set to itself`);
  checkOwner(write, pod);
  if (pod.spec.serviceAccountName !== undefined && pod.spec.serviceAccountName !== '')
    throw forbiddenError(write, `node "${node}" can not create pods that reference a service account`);
  for (const kind of READABLE) {
    if (!referencedNames(pod, kind).next().done)
      throw forbiddenError(write, `node "${node}" can not create pods that reference ${kind}`);
  }
}

function checkOwner(write: NodeWrite, { metadata }: Pod): void {
  const { node, server } = write;
  const [owner, ...more] = metadata.ownerReferences ?? [];
  if (more.length > 0)
    throw forbiddenError(write, `node "${node}" can only create pods with a single owner reference set to itself`);
  if (owner === undefined || owner.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== node)
    throw forbiddenError(write, `node "${node}" can only create pods with an owner reference set to itself`);
  if (owner.controller !== true)
    throw forbiddenError(write, `node "${node}" can only create pods with a controller owner reference set to itself`);
  if (owner.blockOwnerDeletion === true)
    throw forbiddenError(write, `node "${node}" must not set blockOwnerDeletion on an owner reference`);
  const known = server.cache.collection(core.v1.nodes.plural).get('', node);
  if (known === undefined) throw notFound(core.v1.nodes, node);
  if (known.metadata.uid !== owner.uid)
    throw forbiddenError(write, `node ${node} UID mismatch: expected ${owner.uid} got ${known.metadata.uid}`);
}

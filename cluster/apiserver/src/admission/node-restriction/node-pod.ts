import { deepEqual } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isPod } from '../../handler/index.ts';
import type { AdmissionOperation } from '../../registry/index.ts';
import { checkMirrorPod } from './mirror-pod.ts';
import { forbiddenError, type NodeWrite } from './node-write.ts';

type PodCheck = (write: NodeWrite, pod: Pod) => void;

/** By operation, for the pod itself. */
const ITSELF: Readonly<Partial<Record<AdmissionOperation, PodCheck>>> = {
  create: checkMirrorPod,
  update(write) {
    const { node } = write;
    throw forbiddenError(write, `unexpected operation "UPDATE", node "${node}" can only create and delete mirror pods`);
  },
  delete: requireBoundPod((node) => `node "${node}" can only delete pods with spec.nodeName set to itself`),
};

/** By subresource. */
const PARTS: ReadonlyMap<string, PodCheck> = new Map<string, PodCheck>([
  ['', (write, pod) => ITSELF[write.request.operation]?.(write, pod)],
  ['status', checkPodStatus],
  ['eviction', requireBoundPod((node) => `node ${node} can only evict pods with spec.nodeName set to itself`)],
]);

/** A node may delete, evict and write the status of pods bound to it, and create only mirror pods. */
export function checkPod(write: NodeWrite): void {
  const { object, request } = write;
  if (!isPod(object)) return;
  const check = PARTS.get(request.subresource ?? '');
  if (check === undefined) {
    const what = `unexpected pod subresource "${request.subresource}"`;
    throw forbiddenError(write, `${what}, only 'status' and 'eviction' are allowed`);
  }
  check(write, object);
}

function requireBoundPod(why: (node: string) => string): PodCheck {
  return (write, pod) => {
    if (pod.spec?.nodeName !== write.node) throw forbiddenError(write, why(write.node));
  };
}

function checkPodStatus(write: NodeWrite, pod: Pod): void {
  const { node, request } = write;
  const { old } = request;
  if (old === undefined || !isPod(old)) return;
  if (old.spec?.nodeName !== node)
    throw forbiddenError(write, `node "${node}" can only update pod status for pods with spec.nodeName set to itself`);
  if (!deepEqual(old.status?.resourceClaimStatuses ?? [], pod.status?.resourceClaimStatuses ?? []))
    throw forbiddenError(write, `node "${node}" cannot update resource claim statues`);
}

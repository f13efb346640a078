import { deepEqual, type KubeObject, mayNodeLabelItself } from '@kubemin/kubeapi';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import { type NodeWrite, refusal } from './node-write.ts';

/** Of Nodes, a node writes its own, and nothing in it by which it would draw pods to itself that are not meant for it. */
export function checkNode(write: NodeWrite): void {
  const { node, object, request } = write;
  const name = object.metadata.name ?? '';
  if (name !== node) throw refusal(write, `node "${node}" is not allowed to modify node "${name}"`);
  if (!isNode(object) || request.operation === 'delete') return;
  const { old } = request;
  const labels = changed(object.metadata.labels, old?.metadata.labels).filter((label) => !mayNodeLabelItself(label));
  if (old === undefined || !isNode(old)) {
    if (object.spec?.configSource !== undefined)
      throw refusal(write, `node "${node}" is not allowed to create pods with a non-nil configSource`);
    if (labels.length > 0)
      throw refusal(write, `node "${node}" is not allowed to set the following labels: ${labels.join(', ')}`);
    return;
  }
  const { configSource } = object.spec ?? {};
  if (configSource !== undefined && !deepEqual(configSource, old.spec?.configSource))
    throw refusal(write, `node "${node}" is not allowed to update configSource to a new non-nil configSource`);
  if (!deepEqual(object.spec?.taints ?? [], old.spec?.taints ?? []))
    throw refusal(write, `node "${node}" is not allowed to modify taints`);
  if (labels.length > 0) throw refusal(write, `is not allowed to modify labels: ${labels.join(', ')}`);
  // Whoever owns a node can have it deleted, which it may not do itself.
  if (!deepEqual(object.metadata.ownerReferences ?? [], old.metadata.ownerReferences ?? []))
    throw refusal(write, `node "${node}" is not allowed to modify ownerReferences`);
}

/** The keys of what is not the same in both, in order. */
function changed(next: KubeObject['metadata']['labels'] = {}, old: KubeObject['metadata']['labels'] = {}): string[] {
  const keys = new Set([...Object.keys(next), ...Object.keys(old)]);
  return [...keys].filter((key) => next[key] !== old[key]).sort();
}

function isNode(object: KubeObject): object is Node {
  return object.kind === 'Node';
}

import type { Change } from '@kubemin/kube';
import { deepEqual, type KubeObject } from '@kubemin/kubeapi';

/** Whether only the status of an object changed: not what is asked for, nor whose it is, nor what it is marked with. */
export function isStatusChange({ type, object, old }: Change<KubeObject>): boolean {
  if (type !== 'updated') return false;
  const { resourceVersion: _now, managedFields: _nowManaged, ...now } = object.metadata;
  const { resourceVersion: _before, managedFields: _beforeManaged, ...before } = old.metadata;
  // Without a generation, changes of spec and status cannot be distinguished.
  return now.generation !== undefined && deepEqual(now, before);
}

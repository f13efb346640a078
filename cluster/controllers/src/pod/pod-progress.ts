import { controllerOf } from '@kubemin/controller';
import type { Change } from '@kubemin/kube';
import { deepEqual } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isActive } from './pod-state.ts';

/** Whether a pod that counts only came further, so that nobody has to act: its owner's numbers change at most. */
export function isProgress({ type, object, old }: Change<Pod>): boolean {
  return (
    type === 'updated' &&
    isActive(object) &&
    isActive(old) &&
    controllerOf(object)?.uid === controllerOf(old)?.uid &&
    deepEqual(object.metadata.labels, old.metadata.labels)
  );
}

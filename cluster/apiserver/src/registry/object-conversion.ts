import type { KubeObject } from '@kubemin/kubeapi';

/**
 * Between objects as they are stored and as one version of their resource shows them. `fromStorage` returns the same
 * object for the same object, so that what was encoded for one client serves all.
 */
export interface ObjectConversion {
  fromStorage(object: KubeObject): KubeObject;
  toStorage(object: KubeObject): KubeObject;
}

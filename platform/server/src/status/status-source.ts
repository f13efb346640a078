import type { KubeObject, ResourceType } from '@kubemin/kubeapi';
import type { ComponentState } from './component-state.ts';

/** Tells how components of some types fare, by one object each has in the cluster. */
export interface StatusSource<T extends KubeObject = KubeObject> {
  readonly componentTypes: readonly string[];
  readonly resource: ResourceType<T>;
  state(object: T): ComponentState;
}

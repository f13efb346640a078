import type { ComponentObjects } from '@kubemin/engine';
import type { KubeObject, ResourceType } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { ComponentState } from './component-state.ts';

/** Reads the state of components of some types from one object each has in the cluster. */
export interface StatusSource<T extends KubeObject = KubeObject> {
  /** Where several sources exist for one type, the first whose object exists is used. */
  readonly componentTypes: readonly string[];
  readonly resource: ResourceType<T>;
  /** What else is looked at: a change there is looked into too. Its objects must carry the owner labels. */
  readonly related?: readonly ResourceType[];
  /** The pods it is judged by. @default it runs none */
  pods?(object: T, objects: ComponentObjects): readonly Pod[];
  /** Pure; `objects` are those of the same component. */
  state(object: T, objects: ComponentObjects): ComponentState;
}

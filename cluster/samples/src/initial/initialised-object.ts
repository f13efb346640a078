import type { Random } from '@kubemin/base';
import type { KubeObject, ResourceType } from '@kubemin/kubeapi';

/** What was changed about one object. */
export interface InitialisedObject {
  /** As in kubectl: `user/admin`. */
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly action: 'created' | 'changed' | 'unchanged';
}

/** Options of `initialise`. */
export interface InitialiseOptions {
  readonly random: Random;
  readonly signal?: AbortSignal | undefined;
}

/** Applies one object, and returns what that changed. */
export type ApplyObject = (type: ResourceType, object: KubeObject) => Promise<AppliedObject>;

/** The applied object, and what was changed. */
export interface AppliedObject {
  readonly object: KubeObject;
  readonly result: InitialisedObject;
}

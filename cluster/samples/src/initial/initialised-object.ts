import type { Random } from '@kubemin/base';
import type { KubeObject, ResourceType } from '@kubemin/kubeapi';

/** What became of one object. */
export interface InitialisedObject {
  /** `user/admin`: how people call it. */
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly action: 'created' | 'changed' | 'unchanged';
}

/** What to initialise with. */
export interface InitialiseOptions {
  readonly random: Random;
  readonly signal?: AbortSignal | undefined;
}

/** Applies one object, and tells what that changed. */
export type ApplyObject = (type: ResourceType, object: KubeObject) => Promise<AppliedObject>;

/** An object as it is now, and what became of it. */
export interface AppliedObject {
  readonly object: KubeObject;
  readonly result: InitialisedObject;
}

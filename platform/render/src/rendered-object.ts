import type { KubeObject } from '@kubemin/kubeapi';

/**
 * What delivery does when the cluster already has the object. `apply`: bring it to this state; it is ours or the
 * delivery fails. `keep`: leave it exactly as it is. `yield`: apply it when it is ours, leave it when it is not.
 */
export type OnExisting = 'apply' | 'keep' | 'yield';

/** One object of an application, ready to be applied. */
export interface RenderedObject {
  readonly component: string;
  readonly object: KubeObject;
  readonly onExisting: OnExisting;
}

/** An object as a component type or trait asks for it. */
export interface ObjectDraft {
  readonly object: KubeObject;
  /** @default 'apply' */
  readonly onExisting?: OnExisting;
  /**
   * How its name came about. `given`: by the user, who may mean one object in several places. `alias`: a convenience
   * that steps back when the name is taken. @default 'generated': by us; meeting it twice is an error.
   */
  readonly naming?: 'generated' | 'given' | 'alias';
}

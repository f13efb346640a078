import type { KubeObject } from '@kubemin/kubeapi';

/** Which objects a controller works on; the rest of the world belongs to somebody else, or to a later hour. */
export interface ReconcileScope {
  /** Whether the key passes the filter of names. */
  admitsKey(key: string): boolean;
  /** Whether the object passes: by its key and by its labels. */
  admits(object: KubeObject): boolean;
  /** The moment, by the wall clock in ms, before which the object is to be left alone; undefined when it is not. */
  heldUntil(object: KubeObject, now: number): number | undefined;
}

/** The scope of a manager that was told of no limits. */
export const EVERYTHING: ReconcileScope = {
  admitsKey: () => true,
  admits: () => true,
  heldUntil: () => undefined,
};

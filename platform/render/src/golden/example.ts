/** One example of the product's manual: what a user writes and what the manual says comes of it. */
export interface GoldenExample {
  readonly name: string;
  /** @default 'webservice' */
  readonly type?: 'webservice' | 'store';
  /** The traits, spelled and commented as printed. */
  readonly traits: string;
  /** Must be contained in the main container. */
  readonly container?: object;
  /** Must be contained in the containers beside the main one, in order. */
  readonly sidecars?: readonly object[];
  /** Must be contained in the init containers, in order. */
  readonly initContainers?: readonly object[];
  /** Must be contained in the pod. */
  readonly pod?: object;
  /** Must be contained in the pod's volumes, in order. */
  readonly volumes?: readonly object[];
  /** Must be contained in the claims: a StatefulSet's templates, else objects of their own. */
  readonly claims?: readonly object[];
  /** Each must be contained in the rendered object of its kind and name. */
  readonly objects?: readonly GoldenObject[];
}

/** A part of an object, and which object it is a part of. */
export interface GoldenObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly [part: string]: unknown };
  readonly [part: string]: unknown;
}

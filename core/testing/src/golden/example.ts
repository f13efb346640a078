/** What must be contained in a rendering. */
export interface Expected {
  /** In the main container. */
  readonly container?: object;
  /** In the containers beside the main one, in order. */
  readonly sidecars?: readonly object[];
  /** In the init containers, in order. */
  readonly initContainers?: readonly object[];
  /** In the pod. */
  readonly pod?: object;
  /** In the pod's volumes, in order. */
  readonly volumes?: readonly object[];
  /** In the claims: a StatefulSet's templates, else objects of their own. */
  readonly claims?: readonly object[];
  /** Each in the rendered object of its kind and name. */
  readonly objects?: readonly GoldenObject[];
  /** The kinds of all rendered objects, in order. */
  readonly kinds?: readonly string[];
}

/** One example of the product's manual: what a user writes and what the manual says comes of it. */
export interface GoldenExample extends Expected {
  /** What it is about, a colon, and what it shows. */
  readonly name: string;
  /** @default 'webservice' */
  readonly type?: 'webservice' | 'store';
  /** The port the component serves, if any. */
  readonly port?: number;
  /** The traits, spelled and commented as printed. */
  readonly traits: string;
  /** What the manual says where we deliberately differ: a row of docs/history.md. It must not be what we render. */
  readonly insteadOf?: { readonly deviation: string; readonly manual: Expected };
}

/** A whole application as the manual prints it, and objects it must contain. */
export interface GoldenDocument {
  readonly name: string;
  readonly document: string;
  readonly objects: readonly GoldenObject[];
}

/** A part of an object, and which object it is a part of. */
export interface GoldenObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly [part: string]: unknown };
  readonly [part: string]: unknown;
}

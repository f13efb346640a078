import type { KubeObject } from '@kubemin/kubeapi';

/** An object of a declared resource, as the server hands it out: defaults filled in. */
export interface CustomObject<S, T> extends KubeObject {
  readonly spec: S;
  readonly status?: T;
}

/** The same value, with nothing in it that could be written to: objects from a cache are shared. */
export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

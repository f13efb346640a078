import type { KubeObject, ResourceInfo } from '@kubemin/kubeapi';
import type { CustomResource } from './custom-resource.ts';

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

/** Whether a resource is a declared one. Here, as declaring needs a library for schemas, and a manager does not. */
export function isCustomResource(info: ResourceInfo): info is CustomResource {
  return 'declaration' in info && 'definition' in info;
}

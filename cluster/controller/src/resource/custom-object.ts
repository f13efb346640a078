import type { KubeObject, ResourceInfo } from '@kubemin/kubeapi';
import type { CustomResource } from './custom-resource.ts';

/** An object of a declared resource as the server returns it, with defaults. */
export interface CustomObject<S, T> extends KubeObject {
  readonly spec: S;
  readonly status?: T;
}

/** The same type, deeply readonly: objects from a cache are shared. */
export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** Whether a resource was declared with `defineCustomResource`. In this file because that needs zod, which a manager does not. */
export function isCustomResource(info: ResourceInfo): info is CustomResource {
  return 'declaration' in info && 'definition' in info;
}

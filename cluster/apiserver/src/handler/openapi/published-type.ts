import type { JsonObject, ResourceInfo, SubresourceInfo } from '@kubemin/kubeapi';
import type { ObjectSchema } from '@kubemin/kubeapi/schema';
import type { ServedResource, SubresourceTable } from '../../registry/index.ts';

/** The schema of a type: built in, or from a definition (apiVersion, kind and metadata are added). */
export type PublishedSchema =
  | { readonly kind: 'builtin'; readonly type: ObjectSchema }
  | { readonly kind: 'custom'; readonly schema: JsonObject };

/** A resource as OpenAPI shows it; built-in and custom ones are published through this same door. */
export interface PublishedType extends Pick<ResourceInfo, 'group' | 'version' | 'kind' | 'plural' | 'verbs'> {
  readonly scope: 'Namespaced' | 'Cluster';
  readonly schema: PublishedSchema;
  /** Only those that are served. */
  readonly subresources: readonly SubresourceInfo[];
}

/** Of what is served without a type in the table: anything may be in it. */
const FREE: PublishedSchema = {
  kind: 'custom',
  schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
};

/** The types of the built-in resources. */
export function builtinTypes(
  resources: readonly ServedResource[],
  subresources: SubresourceTable,
): readonly PublishedType[] {
  return resources.map(({ info, schema: type }): PublishedType => {
    const { group, version, kind, plural, verbs } = info;
    return {
      group,
      version,
      kind,
      plural,
      verbs,
      scope: info.namespaced ? 'Namespaced' : 'Cluster',
      schema: type === undefined ? FREE : { kind: 'builtin', type },
      subresources: info.subresources.filter(({ name }) => subresources.find(info, name) !== undefined),
    };
  });
}

import type { ResourceType } from '@kubemin/kubeapi';
import type { CustomResourceDefinition } from '@kubemin/kubeapi/types/apiextensions.v1';

/** A kind that somebody defined. */
export interface CustomType {
  readonly type: ResourceType;
  /** In all of them its objects can be named as owners. */
  readonly versions: readonly string[];
}

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

/** The kind behind a definition, in the version its objects are kept in if that is served; undefined while none is. */
export function customType({ spec, status }: CustomResourceDefinition): CustomType | undefined {
  const isEstablished = status?.conditions?.some(({ type, status: is }) => type === 'Established' && is === 'True');
  const served = spec.versions.filter((version) => version.served);
  const chosen = served.find((version) => version.storage) ?? served[0];
  if (isEstablished !== true || chosen === undefined) return undefined;
  const { kind, plural, singular = '', shortNames = [], categories = [] } = spec.names;
  const names = { kind, plural, singular, shortNames, categories };
  return {
    type: {
      ...names,
      group: spec.group,
      version: chosen.name,
      namespaced: spec.scope === 'Namespaced',
      verbs: VERBS,
      subresources: [],
    },
    versions: served.map(({ name }) => name),
  };
}

import { isJsonObject, type ResourceInfo } from '@kubemin/kubeapi';
import type { PublishedType } from '../../openapi/published-type.ts';
import type { DefinitionVersion } from '../definition/definition.ts';

/** One version of a custom resource as OpenAPI shows it; nothing when there is no schema to show. */
export function customType({ schema }: DefinitionVersion, info: ResourceInfo | undefined): readonly PublishedType[] {
  const json: unknown = schema?.openAPIV3Schema;
  if (info === undefined || !isJsonObject(json)) return [];
  const { group, version, kind, plural, verbs, subresources } = info;
  const scope = info.namespaced ? 'Namespaced' : 'Cluster';
  return [{ group, version, kind, plural, verbs, scope, schema: { kind: 'custom', schema: json }, subresources }];
}

import type { KubeObject } from '@kubemin/kubeapi';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '@kubemin/kubeapi/types/apiextensions.v1';

export type Definition = CustomResourceDefinition;
export type DefinitionVersion = CustomResourceDefinitionVersion;

export const DEFINITION_KIND = 'CustomResourceDefinition';

/** Held by a definition that is being deleted until the last of its objects is gone. */
export const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io';

/** Whether an object is a definition: everything in their collection went through their schema. */
export function isDefinition(object: KubeObject): object is Definition {
  return object.kind === DEFINITION_KIND;
}

/** The version objects are stored in. */
export function storageVersion({ spec }: Definition): string {
  return spec.versions.find(({ storage }) => storage)?.name ?? '';
}

export function isTerminating({ metadata }: Definition): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** The collection of a definition's objects: resources of other groups may have the same plural. */
export function definitionCollection({ spec }: Definition): string {
  return `${spec.names.plural}.${spec.group}`;
}

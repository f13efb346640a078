import { deepFreeze, type KubeList, type KubeObject } from '@kubemin/kubeapi';

const API_VERSION = 'meta.k8s.io/v1';

/** An object's metadata alone: all that garbage collection and tables need. */
export function partialObject({ metadata }: KubeObject): KubeObject {
  return deepFreeze({ kind: 'PartialObjectMetadata', apiVersion: API_VERSION, metadata });
}

/** The metadata of every object of a list. */
export function partialList({ metadata, items }: KubeList): KubeList {
  return { kind: 'PartialObjectMetadataList', apiVersion: API_VERSION, metadata, items: items.map(partialObject) };
}

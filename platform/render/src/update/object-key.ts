import type { KubeObject } from '@kubemin/kubeapi';

/** No more of an object than what names it. */
export type ObjectName = Pick<KubeObject, 'apiVersion' | 'kind'> & {
  readonly metadata: Pick<KubeObject['metadata'], 'name' | 'namespace'>;
};

/** What names an object, as data. */
export function objectName({ apiVersion, kind, metadata }: KubeObject): ObjectName {
  const { name, namespace } = metadata;
  return {
    apiVersion,
    kind,
    metadata: { ...(name === undefined ? {} : { name }), ...(namespace === undefined ? {} : { namespace }) },
  };
}

/** What names an object, as text: the same for every version of its API. */
export function objectKey({ kind, metadata }: ObjectName): string {
  return `${kind}/${metadata.namespace ?? ''}/${metadata.name ?? ''}`;
}

import { TerminalError } from '@kubemin/base';
import type { KubeObject } from '@kubemin/kubeapi';

/** An object's key: 'namespace/name', or 'name' for cluster-wide objects. */
export function objectKey(object: Pick<KubeObject, 'metadata'>): string {
  const { name, namespace } = object.metadata;
  if (name === undefined || name === '') {
    throw new TerminalError(
      'an object without metadata.name has no key; objects get their name when they are created',
      {
        code: 'OBJECT_WITHOUT_NAME',
      },
    );
  }
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
}

/** The way back from a key to namespace and name. */
export function splitKey(key: string): { readonly namespace?: string; readonly name: string } {
  const slash = key.indexOf('/');
  return slash < 0 ? { name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

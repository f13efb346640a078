import { ProgrammingError } from '@kubemin/base';
import {
  type ApiHandler,
  defineResource,
  formatApiVersion,
  type KubeObject,
  type ResourceType,
} from '@kubemin/kubeapi';
import { resources } from '@kubemin/kubeapi/resources';
import { createResourceClient, type ResourceClient } from './resource-client.ts';

/** A Kubernetes API, typed. It holds no state and no connection: those belong to the handler it speaks through. */
export interface KubeClient {
  readonly handler: ApiHandler;
  /** The objects of one resource, in one namespace or, when none is given, in all of them. */
  resource<T extends KubeObject>(type: ResourceType<T>, namespace?: string): ResourceClient<T>;
  /** The built-in resource that holds objects of this apiVersion and kind; undefined when there is none. */
  findBuiltInType(object: Pick<KubeObject, 'apiVersion' | 'kind'>): ResourceType | undefined;
}

/** A client over any transport. */
export function createKubeClient(handler: ApiHandler): KubeClient {
  return {
    handler,
    resource: (type, namespace) => createResourceClient({ handler, type, namespace }),
    findBuiltInType: ({ apiVersion, kind }) => BUILT_IN.get(`${apiVersion} ${kind}`),
  };
}

const BUILT_IN: ReadonlyMap<string, ResourceType> = new Map(
  resources.map((info) => [`${formatApiVersion(info)} ${info.kind}`, defineResource(info)]),
);

/** An object's key: 'namespace/name', or 'name' for cluster-wide objects. */
export function objectKey(object: Pick<KubeObject, 'metadata'>): string {
  const { name, namespace } = object.metadata;
  if (name === undefined || name === '') {
    throw new ProgrammingError(
      'an object without metadata.name has no key; objects get their name when they are created',
      'OBJECT_WITHOUT_NAME',
    );
  }
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
}

/** The way back from a key to namespace and name. */
export function splitKey(key: string): { readonly namespace?: string; readonly name: string } {
  const slash = key.indexOf('/');
  return slash < 0 ? { name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

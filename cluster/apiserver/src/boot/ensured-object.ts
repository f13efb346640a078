import { isStatusError, type KubeObject, type ResourceInfo } from '@kubemin/kubeapi';
import type { ServerParts } from '../handler/call.ts';

/** An object and where it belongs. */
export type PlacedObject = readonly [type: ResourceInfo, object: KubeObject];

/** Makes the object, with its status, unless there is one of its name, which then stays as it is. */
export async function ensureObject(server: ServerParts, type: ResourceInfo, object: KubeObject): Promise<void> {
  const resource = server.resources.find(type);
  if (resource === undefined) return;
  const { name = '', namespace = '' } = object.metadata;
  if (server.cache.collection(resource.collection).get(namespace, name) !== undefined) return;
  try {
    await server.registry.create(resource, object);
    // Like anybody's, our objects are created without a status.
    if (resource.hasStatus && 'status' in object) {
      await server.registry.update(resource, { namespace, name }, () => object, { target: 'status' });
    }
  } catch (error) {
    // Another server on the same storage was faster.
    if (!isStatusError(error, 'AlreadyExists')) throw error;
  }
}

import { isStatusError, type KubeObject, type ResourceInfo } from '@kubemin/kubeapi';
import type { ServerParts } from '../../registry/index.ts';

/** An object and its resource. */
export type PlacedObject = readonly [type: ResourceInfo, object: KubeObject];

/** Creates the object with its status. An existing object of that name is left unchanged. */
export async function ensureObject(server: ServerParts, type: ResourceInfo, object: KubeObject): Promise<void> {
  const resource = server.resources.find(type);
  if (resource === undefined) return;
  const { name = '', namespace = '' } = object.metadata;
  if (server.cache.collection(resource.collection).get(namespace, name) !== undefined) return;
  try {
    await server.registry.create(resource, object);
    // A create drops the status, also for the server's own objects.
    if (resource.hasStatus && 'status' in object) {
      await server.registry.update(resource, { namespace, name }, () => object, { target: 'status' });
    }
  } catch (error) {
    // Another server on the same storage was faster.
    if (!isStatusError(error, 'AlreadyExists')) throw error;
  }
}

/** Creates the object, or updates the existing one: its content describes this server and can change with a restart. */
export async function createOrUpdateObject(server: ServerParts, type: ResourceInfo, object: KubeObject): Promise<void> {
  const resource = server.resources.find(type);
  if (resource === undefined) return;
  const { name = '', namespace = '' } = object.metadata;
  try {
    await server.registry.update(resource, { name, namespace }, ({ metadata }) => ({
      ...object,
      metadata: { ...metadata, ...object.metadata },
    }));
  } catch (error) {
    if (!isStatusError(error, 'NotFound')) throw error;
    await ensureObject(server, type, object);
  }
}

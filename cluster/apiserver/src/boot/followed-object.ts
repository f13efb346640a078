import { isStatusError, type KubeObject, type ResourceInfo } from '@kubemin/kubeapi';
import type { ServerParts } from '../handler/call.ts';
import { ensureObject } from './ensured-object.ts';

/** Makes the object, or makes the one of its name say the same: what it tells about the server may change with a restart. */
export async function followObject(server: ServerParts, type: ResourceInfo, object: KubeObject): Promise<void> {
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

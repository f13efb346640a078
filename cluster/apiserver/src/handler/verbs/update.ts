import { type ApiResponse, badRequest, fieldError, invalid, isStatusError, type KubeObject } from '@kubemin/kubeapi';
import {
  isDryRun,
  objectResponse,
  placeOfCall,
  type ResourceCall,
  type ServerParts,
  type UpdateTarget,
  updateBy,
} from '../../registry/index.ts';
import { readObject } from '../strict-decoding.ts';
import { insertObject, withRequestNamespace } from './create.ts';

/** PUT of an object. */
export async function updateObject(server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  const object = readNamedObject(server, call);
  try {
    return await replaceObject(server, call, object, server.mainTarget);
  } catch (error) {
    const create = call.resource.strategy.createOnUpdate === true && isStatusError(error, 'NotFound');
    if (!create) throw error;
    const { resourceVersion: _, ...metadata } = object.metadata;
    return objectResponse(201, await insertObject(server, call, { ...object, metadata }));
  }
}

/** PUT of an object's status. */
export async function updateStatus(server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  return replaceObject(server, call, readNamedObject(server, call), 'status');
}

async function replaceObject(
  server: ServerParts,
  call: ResourceCall,
  object: KubeObject,
  target: UpdateTarget,
): Promise<ApiResponse> {
  const admission = server.admission.hooksFor('update', call);
  const options = { target, dryRun: isDryRun(call), fields: updateBy(call), admission };
  const change = (): KubeObject => {
    if (target !== 'status') requireVersion(call, object);
    return object;
  };
  return objectResponse(200, await server.registry.update(call.resource, placeOfCall(call), change, options));
}

function readNamedObject(server: ServerParts, call: ResourceCall): KubeObject {
  // What was converted from another version did not come through here as it is.
  const stored =
    call.resource.conversion === undefined ? server.registry.find(call.resource, placeOfCall(call)) : undefined;
  const object = withRequestNamespace(call, readObject(call, stored));
  const name = object.metadata.name ?? '';
  if (name === '') return { ...object, metadata: { ...object.metadata, name: call.name ?? '' } };
  if (name === call.name) return object;
  throw badRequest(`the name of the object (${name}) does not match the name on the URL (${call.name})`);
}

/** Called only for an object that exists: a PUT that creates needs no version. */
function requireVersion({ resource }: ResourceCall, { metadata }: KubeObject): void {
  if (resource.strategy.requiresResourceVersion !== true || (metadata.resourceVersion ?? '') !== '') return;
  throw invalid(resource.info, metadata.name ?? '', [
    fieldError.invalid('metadata.resourceVersion', 0, 'must be specified for an update'),
  ]);
}

import { type ApiResponse, formatApiVersion, isStatusError, type KubeObject, type Status } from '@kubemin/kubeapi';
import {
  convertList,
  objectPlace,
  objectResponse,
  parseSelection,
  placeOfCall,
  type ResourceCall,
  type ServedResource,
  type ServerParts,
} from '../../registry/index.ts';
import { readDeleteOptions } from './delete-options.ts';

/** DELETE of one object. */
export async function deleteObject(server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  const options = { ...readDeleteOptions(call), admission: server.admission.hooksFor('delete', call) };
  const { object, removed } = await server.registry.delete(call.resource, placeOfCall(call), options);
  const asObject = !removed || call.resource.strategy.deleteReturnsObject === true;
  return objectResponse(200, asObject ? object : deletedStatus(call.resource, object));
}

/** kubectl waits for the very object that was deleted, and knows it by the uid in here. */
function deletedStatus({ info }: ServedResource, { metadata }: KubeObject): Status {
  const { name = '', uid = '' } = metadata;
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { name, ...(info.group !== '' && { group: info.group }), kind: info.plural, uid },
  };
}

/** DELETE of all selected objects of a collection, each under the rules of a single deletion. */
export async function deleteCollection(server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  const { resource, namespace } = call;
  const selection = parseSelection(resource, call.request.query);
  const options = { ...readDeleteOptions(call), admission: server.admission.hooksFor('delete', call) };
  await server.cache.refresh();
  const stored = [...server.cache.collection(resource.collection).list(namespace)];
  const selected = (await convertList(resource, stored)).filter(selection.matches);
  const outcomes = await Promise.all(
    selected.map(async (object): Promise<readonly KubeObject[]> => {
      try {
        return [(await server.registry.delete(resource, objectPlace(object), options)).object];
      } catch (error) {
        // Gone by other hands: what was asked for.
        if (isStatusError(error, 'NotFound')) return [];
        throw error;
      }
    }),
  );
  return objectResponse(200, {
    kind: resource.listKind,
    apiVersion: formatApiVersion(resource.info),
    metadata: { resourceVersion: String(server.cache.revision) },
    items: outcomes.flat(),
  });
}

import { type ApiResponse, apiVersionOf, isStatusError, type KubeObject } from '@kubemin/kubeapi';
import { answer, type ResourceCall, type ServerParts } from '../handler/call.ts';
import { placeOf } from '../registry/object-store.ts';
import { readerOf } from '../registry/resource-reader.ts';
import { selectionOf } from '../registry/selection.ts';
import { readDeleteOptions } from './delete-options.ts';

/** DELETE of all selected objects of a collection, each under the rules of a single deletion. */
export async function deleteCollection(server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  const { resource, namespace } = call;
  const selection = selectionOf(resource, call.request.query);
  const options = { ...readDeleteOptions(call), admission: server.admission.hooksFor('delete', call) };
  await server.cache.refresh();
  const selected = [...readerOf(server.cache, resource).list(namespace)].filter(selection.matches);
  const outcomes = await Promise.all(
    selected.map(async (object): Promise<readonly KubeObject[]> => {
      try {
        return [(await server.registry.delete(resource, placeOf(object), options)).object];
      } catch (error) {
        // Gone by other hands: what was asked for.
        if (isStatusError(error, 'NotFound')) return [];
        throw error;
      }
    }),
  );
  return answer(200, {
    kind: resource.listKind,
    apiVersion: apiVersionOf(resource.info),
    metadata: { resourceVersion: String(server.cache.revision) },
    items: outcomes.flat(),
  });
}

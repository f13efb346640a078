import type { ApiResponse, KubeObject, Status } from '@kubemin/kubeapi';
import { answer, placeOfCall, type ResourceCall, type ServerParts } from '../handler/call.ts';
import type { ServedResource } from '../registry/served-resource.ts';
import { readDeleteOptions } from './delete-options.ts';

/** DELETE of one object. */
export async function deleteObject(server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  const options = { ...readDeleteOptions(call), admission: server.admission.hooksFor('delete', call) };
  const { object, removed } = await server.registry.delete(call.resource, placeOfCall(call), options);
  const asObject = !removed || call.resource.strategy.deleteAnswersObject === true;
  return answer(200, asObject ? object : deletedStatus(call.resource, object));
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

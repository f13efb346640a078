import type { ApiResponse } from '@kubemin/kubeapi';
import { objectResponse, placeOfCall, type ResourceCall, type ServerParts } from '../../registry/index.ts';
import { awaitFreshness, parseResourceVersion } from './resource-version.ts';

/** GET of one object. */
export async function getObject(server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  await awaitFreshness(server, parseResourceVersion(call.request.query.get('resourceVersion')));
  return objectResponse(200, await server.registry.load(call.resource, placeOfCall(call)));
}

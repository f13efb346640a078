import { type ApiResponse, badRequest, type KubeObject } from '@kubemin/kubeapi';
import type { Namespace } from '@kubemin/kubeapi/types/core.v1';
import { updateBy } from '../fields/field-write.ts';
import { answer, isDryRun, placeOfCall, type ResourceCall, type ServerParts } from '../handler/call.ts';
import { readObject } from '../handler/strict-decoding.ts';

/** PUT of a namespace's finalizers: the only way to change them, and what lets a terminating namespace go. */
export async function finalizeNamespace(server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  const sent = readObject(call);
  if (!isNamespace(sent)) throw badRequest('only namespaces can be finalized');
  const { finalizers } = sent.spec ?? {};
  const { uid, resourceVersion } = sent.metadata;
  const change = (current: KubeObject): KubeObject => {
    const expected = { ...(uid !== undefined && { uid }), ...(resourceVersion !== undefined && { resourceVersion }) };
    const spec = finalizers === undefined ? {} : { finalizers };
    return { ...current, metadata: { ...current.metadata, ...expected }, ...{ spec } };
  };
  const options = { target: 'whole' as const, dryRun: isDryRun(call), fields: updateBy(call) };
  return answer(200, await server.registry.update(call.resource, placeOfCall(call), change, options));
}

function isNamespace(object: KubeObject): object is Namespace {
  return object.kind === 'Namespace';
}

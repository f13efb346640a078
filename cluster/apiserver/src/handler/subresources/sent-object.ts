import { type ApiResponse, asJsonObject, badRequest, formatApiVersion, type KubeObject } from '@kubemin/kubeapi';
import {
  isDryRun,
  objectResponse,
  placeOfCall,
  type ResourceCall,
  type ServerParts,
  updateBy,
} from '../../registry/index.ts';
import { readObject, readPatched } from '../strict-decoding.ts';
import { withRequestNamespace } from '../verbs/create.ts';
import { readPatch } from '../verbs/patch.ts';

/** What a PUT or PATCH of a subresource makes of the object; only a part of it will be taken. */
export function sentObject(call: ResourceCall): (current: KubeObject) => KubeObject {
  if (call.verb === 'patch') {
    const patch = readPatch(call);
    return (current) => readPatched(call, patch, current);
  }
  const object = withRequestNamespace(call, readObject(call));
  const { name = call.name } = object.metadata;
  if (name === call.name) return () => object;
  throw badRequest(`the name of the object (${name}) does not match the name on the URL (${call.name})`);
}

/** The current metadata, with the version and identity the client expects; a write based on another state is a conflict. */
export function expectedMetadata(current: KubeObject, { metadata }: KubeObject): KubeObject['metadata'] {
  const { uid, resourceVersion } = metadata;
  return {
    ...current.metadata,
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && resourceVersion !== '' && { resourceVersion }),
  };
}

/** Writes what a subresource makes of the whole object. */
export async function updateParentObject(
  server: ServerParts,
  call: ResourceCall,
  change: (current: KubeObject) => KubeObject,
): Promise<ApiResponse> {
  const stored = await server.registry.update(call.resource, placeOfCall(call), change, {
    target: 'whole',
    dryRun: isDryRun(call),
    fields: updateBy(call),
    admission: server.admission.hooksFor('update', call),
  });
  return objectResponse(200, stored);
}

/** Lets admission see an object that is posted to a subresource and not stored: an Eviction, a Binding. */
export async function admitSubresource(server: ServerParts, call: ResourceCall, body: unknown): Promise<void> {
  const hooks = server.admission.hooksFor('create', call);
  if (hooks === undefined) return;
  const { info } = call.resource;
  const type = info.subresources.find(({ name }) => name === call.subresource) ?? info;
  const sent = asJsonObject(body);
  const metadata = { ...asJsonObject(sent.metadata), name: call.name ?? '', namespace: call.namespace ?? '' };
  const object = { ...sent, apiVersion: formatApiVersion(type), kind: type.kind, metadata };
  await hooks.validate(await hooks.mutate(object, undefined), undefined);
}

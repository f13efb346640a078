import type { JsonObject } from '@kubemin/kubeapi';
import type { ResourceCall, ServerParts } from '../registry/index.ts';

/** Lets admission refuse a connection before it is opened; `options` is what the client wants of it. */
export async function admitConnection(server: ServerParts, call: ResourceCall, options: JsonObject): Promise<void> {
  const hooks = server.admission.hooksFor('connect', call);
  if (hooks === undefined) return;
  const { subresources, kind } = call.resource.info;
  const optionsKind = subresources.find(({ name }) => name === call.subresource)?.kind ?? kind;
  await hooks.validate({ apiVersion: 'v1', kind: optionsKind, metadata: {}, ...options }, undefined);
}

import { type ApiResponse, badRequest, internal, type KubeObject } from '@kubemin/kubeapi';
import { isDryRun, objectResponse, type ResourceCall, type ServerParts, updateBy } from '../../registry/index.ts';
import { readObject } from '../strict-decoding.ts';
import { admitToNamespace } from './namespace-admission.ts';

/** POST of an object to its collection. */
export async function createObject(server: ServerParts, call: ResourceCall): Promise<ApiResponse> {
  if (call.name !== undefined) throw badRequest('name is not allowed in the URL of a create request');
  if (call.resource.info.namespaced && call.namespace === undefined) {
    throw badRequest('an empty namespace may not be set during creation');
  }
  const object = withRequestNamespace(call, readObject(call));
  return objectResponse(201, await insertObject(server, call, object));
}

/** The last steps of every creation, also of a PUT that creates. */
export async function insertObject(server: ServerParts, call: ResourceCall, object: KubeObject): Promise<KubeObject> {
  if ((object.metadata.resourceVersion ?? '') !== '') {
    throw internal(new Error('resourceVersion should not be set on objects to be created'));
  }
  admitToNamespace(server, call.resource, object);
  return server.registry.create(call.resource, object, {
    dryRun: isDryRun(call),
    fields: updateBy(call),
    admission: server.admission.hooksFor('create', call),
  });
}

/** The object with the namespace of the URL; 400 when it has another one. */
export function withRequestNamespace(call: ResourceCall, object: KubeObject): KubeObject {
  const { namespace: given = '', ...metadata } = object.metadata;
  if (!call.resource.info.namespaced) return { ...object, metadata };
  if (given !== '' && given !== call.namespace) {
    throw badRequest(
      `the namespace of the provided object does not match the namespace sent on the request (${given} != ${call.namespace})`,
    );
  }
  const namespace = call.namespace;
  return { ...object, metadata: { ...metadata, ...(namespace !== undefined && { namespace }) } };
}

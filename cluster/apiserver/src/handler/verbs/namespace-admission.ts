import { forbidden, type KubeObject, notFound, StatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { ServedResource, ServerParts } from '../../registry/index.ts';

/** New objects need a namespace that exists and is not on its way out. */
export function admitToNamespace(server: ServerParts, resource: ServedResource, object: KubeObject): void {
  const namespaces = server.resources.find(core.v1.namespaces);
  const { namespace } = object.metadata;
  if (!resource.info.namespaced || namespace === undefined || namespaces === undefined) return;
  const found = server.cache.collection(namespaces.collection).get('', namespace);
  if (found === undefined) throw notFound(core.v1.namespaces, namespace);
  if (found.metadata.deletionTimestamp === undefined) return;
  const name = object.metadata.name ?? object.metadata.generateName ?? '';
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const { status } = forbidden(why, { ...resource.info, name });
  const cause = {
    reason: 'NamespaceTerminating',
    message: `namespace ${namespace} is being terminated`,
    field: 'metadata.namespace',
  };
  throw new StatusError({ ...status, details: { ...status.details, causes: [cause] } });
}

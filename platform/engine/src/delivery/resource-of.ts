import { TerminalError } from '@kubemin/base';
import type { KubeClient, ResourceClient } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';

/** The client for an object's kind, in the object's namespace. */
export function resourceOf(client: KubeClient, object: KubeObject): ResourceClient<KubeObject> {
  const type = client.resourceTypeOf(object);
  if (type !== undefined) return client.resource(type, type.namespaced ? object.metadata.namespace : undefined);
  throw new TerminalError(`the cluster has no resource for ${object.apiVersion} ${object.kind}`, {
    code: 'KIND_UNKNOWN',
  });
}

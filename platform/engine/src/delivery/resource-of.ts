import { TerminalError } from '@kubemin/base';
import type { KubeClient, ResourceClient } from '@kubemin/kube';
import { apiVersionOf, type KubeObject } from '@kubemin/kubeapi';
import { httpRoutes, virtualServices } from './gateway-resources.ts';

/** Kinds we render that are not built into Kubernetes. */
const ADD_ONS = [httpRoutes, virtualServices];

/** The client for an object's kind, in the object's namespace. */
export function resourceOf(client: KubeClient, object: KubeObject): ResourceClient<KubeObject> {
  const addOn = ADD_ONS.find((type) => type.kind === object.kind && apiVersionOf(type) === object.apiVersion);
  const type = client.resourceTypeOf(object) ?? addOn;
  if (type !== undefined) return client.resource(type, type.namespaced ? object.metadata.namespace : undefined);
  throw new TerminalError(`the cluster has no resource for ${object.apiVersion} ${object.kind}`, {
    code: 'KIND_UNKNOWN',
  });
}

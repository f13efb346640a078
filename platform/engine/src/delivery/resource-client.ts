import { TerminalError } from '@kubemin/base';
import type { KubeClient, ResourceClient } from '@kubemin/kube';
import { formatApiVersion, type KubeObject } from '@kubemin/kubeapi';
import { deliveryMessages } from '../messages/index.ts';
import { httpRoutes, virtualServices } from './gateway-resources.ts';

/** Kinds we render that are not built into Kubernetes. */
const ADD_ONS = [httpRoutes, virtualServices];

/** The client for an object's kind, in the object's namespace. */
export function resourceClient(client: KubeClient, object: KubeObject): ResourceClient<KubeObject> {
  const addOn = ADD_ONS.find((type) => type.kind === object.kind && formatApiVersion(type) === object.apiVersion);
  const type = client.findBuiltInType(object) ?? addOn;
  if (type !== undefined) return client.resource(type, type.namespaced ? object.metadata.namespace : undefined);
  const { apiVersion, kind } = object;
  throw new TerminalError(deliveryMessages.kindUnknown({ apiVersion, kind }), { code: 'KIND_UNKNOWN' });
}

import type { KubeClient, ResourceClient } from '@kubemin/kube';
import { type KubeObject, qualifiedName } from '@kubemin/kubeapi';
import type { CustomResource } from '../resource/index.ts';
import { type FlatShape, flatShape } from './flat-shape.ts';
import type { PhaseViews } from './phase-views.ts';

/** A resource as this API serves it. */
export interface ServedResource {
  readonly resource: CustomResource;
  readonly shape: FlatShape;
  /** The machine that drives its objects, if any. */
  readonly machine: PhaseViews | undefined;
}

/** A resource with its shape and its machine, looked up by `plural.group`. */
export function servedResource(resource: CustomResource, machines: ReadonlyMap<string, PhaseViews>): ServedResource {
  return { resource, shape: flatShape(resource), machine: machines.get(qualifiedName(resource)) };
}

/** Where objects are in the API. */
export interface ObjectPlace {
  readonly served: ServedResource;
  /** Undefined: all namespaces, or none for cluster-scoped resources. */
  readonly namespace: string | undefined;
}

/** The client of a location. */
export function resourceClient(client: KubeClient, { served, namespace }: ObjectPlace): ResourceClient<KubeObject> {
  return client.resource<KubeObject>(served.resource, namespace);
}

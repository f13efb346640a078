import { defineResource, type KubeObject, type ResourceType } from '@kubemin/kubeapi';

/** Routes of the Gateway API, as clusters with that add-on serve them. */
export const httpRoutes = customResource('gateway.networking.k8s.io', 'HTTPRoute', 'httproutes');

/** Routes of Istio, as clusters with that add-on serve them. */
export const virtualServices = customResource('networking.istio.io', 'VirtualService', 'virtualservices');

function customResource(group: string, kind: string, plural: string): ResourceType<KubeObject> {
  return defineResource({
    group,
    version: 'v1',
    kind,
    plural,
    singular: kind.toLowerCase(),
    namespaced: true,
    shortNames: [],
    categories: [],
    verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
    subresources: [],
  });
}

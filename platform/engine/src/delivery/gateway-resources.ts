import { defineCustomResource, type KubeObject } from '@kubemin/kubeapi';

/** Routes of the Gateway API, as clusters with that add-on serve them. */
export const httpRoutes = defineCustomResource<KubeObject>({
  group: 'gateway.networking.k8s.io',
  version: 'v1',
  kind: 'HTTPRoute',
  plural: 'httproutes',
});

/** Routes of Istio, as clusters with that add-on serve them. */
export const virtualServices = defineCustomResource<KubeObject>({
  group: 'networking.istio.io',
  version: 'v1',
  kind: 'VirtualService',
  plural: 'virtualservices',
});

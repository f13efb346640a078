import type { KubeClient } from '@kubemin/kube';
import { apiextensions } from '@kubemin/kubeapi/resources';
import type { CustomResourceDefinition } from '@kubemin/kubeapi/types/apiextensions.v1';
import { eventually } from '@kubemin/testing';
import type { httpRoutes } from '../delivery/index.ts';

/** Makes a cluster serve a kind of gateways, with any content. */
export async function serveGatewayKind(client: KubeClient, resource: typeof httpRoutes): Promise<void> {
  await client.resource(apiextensions.v1.customresourcedefinitions).create(definition(resource));
  const objects = client.resource(resource, 'default');
  await eventually(async () => (await objects.list()).items.length === 0);
}

/** As much of a definition as it takes for a cluster to serve the kind. */
function definition({ group, version, kind, plural, singular }: typeof httpRoutes): CustomResourceDefinition {
  const openAPIV3Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const annotations = { 'api-approved.kubernetes.io': 'unapproved, stands in for the real one in tests' };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}`, annotations },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural, singular, listKind: `${kind}List` },
      versions: [{ name: version, served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
}
